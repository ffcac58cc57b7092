package io.github.reactorshm.control;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Names and modes of what lies in a base directory. */
final class ChannelFiles {

    static final String BASE_LOCK = ".lock";
    static final String LOCK = "lock";
    static final String SOCKET = "socket";
    static final String POOL = "pool";
    static final String STATS = "stats";

    /** Makes a file and opens it; fails where there is one, or a link. */
    static final Set<OpenOption> NEW_FILE = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ,
            StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

    static final Set<PosixFilePermission> FILE_MODE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> DIRECTORY_MODE = PosixFilePermissions.fromString("rwx------");

    private static final Pattern SUB = Pattern.compile("sub-[0-9a-f]{1,16}");
    private static final String UNPUBLISHED_PREFIX = ".new-";
    private static final Pattern UNPUBLISHED = Pattern.compile("\\.new-[0-9a-f]{8}");

    private ChannelFiles() {}

    static String sub(long id) {
        return "sub-" + Long.toHexString(id);
    }

    /** The name of a channel's directory while it is built: of no valid channel name. */
    static String unpublished() {
        return UNPUBLISHED_PREFIX + String.format("%08x", ThreadLocalRandom.current().nextInt());
    }

    static boolean isChannelDirectory(String name) {
        return UNPUBLISHED.matcher(name).matches() || ChannelName.isValid(name);
    }

    static FileAttribute<Set<PosixFilePermission>> fileMode() {
        return PosixFilePermissions.asFileAttribute(FILE_MODE);
    }

    static FileAttribute<Set<PosixFilePermission>> directoryMode() {
        return PosixFilePermissions.asFileAttribute(DIRECTORY_MODE);
    }

    /** Reads what is at the path itself, never what a link there points to. */
    static PosixFileAttributes attributes(Path path) throws IOException {
        return Files.readAttributes(path, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    }

    /** Whether a file in a channel's directory is one that this library makes there, of its type, by this user. */
    static boolean isOwn(Path file, UserPrincipal owner) throws IOException {
        PosixFileAttributes attributes = attributes(file);
        String name = file.getFileName().toString();
        boolean known = switch (name) {
            case LOCK, POOL, STATS -> attributes.isRegularFile();
            case SOCKET -> attributes.isOther();
            default -> SUB.matcher(name).matches() && attributes.isRegularFile();
        };
        return known && attributes.owner().equals(owner);
    }

    static List<Path> list(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
