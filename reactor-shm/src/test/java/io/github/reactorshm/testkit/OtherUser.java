package io.github.reactorshm.testkit;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * Child JVMs of throw-away users, who have no name and no privilege. The class path is copied to where everybody may read it: a
 * build's directories may be closed to them. For tests that {@link Needs#otherUsers() need} it.
 */
public final class OtherUser implements AutoCloseable {

    /** A user id that nobody has. */
    public static final int FIRST = 54_321;
    /** Another one. */
    public static final int SECOND = 54_322;

    private static final Set<PosixFilePermission> READABLE_DIRECTORY = PosixFilePermissions.fromString("rwxr-xr-x");
    private static final Set<PosixFilePermission> READABLE_FILE = PosixFilePermissions.fromString("rw-r--r--");

    private final Path copy;
    private final String classPath;

    private OtherUser(Path copy, String classPath) {
        this.copy = copy;
        this.classPath = classPath;
    }

    /** Copies the class path of this JVM. */
    public static OtherUser prepare() {
        try {
            Path copy = Files.createTempDirectory("reactor-shm-classes");
            Files.setPosixFilePermissions(copy, READABLE_DIRECTORY);
            List<String> entries = new ArrayList<>();
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
                if (!entry.isEmpty() && Files.exists(Path.of(entry))) {
                    Path to = copy.resolve(entries.size() + "-" + Path.of(entry).getFileName());
                    copy(Path.of(entry), to);
                    entries.add(to.toString());
                }
            }
            return new OtherUser(copy, String.join(File.pathSeparator, entries));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) throws IOException {
                Files.createDirectory(to(dir));
                Files.setPosixFilePermissions(to(dir), READABLE_DIRECTORY);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(file, to(file));
                Files.setPosixFilePermissions(to(file), READABLE_FILE);
                return FileVisitResult.CONTINUE;
            }

            private Path to(Path path) {
                return to.resolve(from.relativize(path).toString());
            }
        });
    }

    /** A command line as another user. */
    static List<String> prefix(int user, String... command) {
        List<String> line = new ArrayList<>(
                List.of("setpriv", "--reuid=" + user, "--regid=" + user, "--clear-groups", "--"));
        line.addAll(List.of(command));
        return line;
    }

    /**
     * Starts a child.
     *
     * @param user its user id
     * @param main its main class
     * @param args its arguments
     * @return the child
     */
    public ChildJvm start(int user, Class<?> main, String... args) {
        return ChildJvm.start(prefix(user), List.of(), classPath, main, args);
    }

    /** Starts a child under umask 000. */
    public ChildJvm startOpen(int user, Class<?> main, String... args) {
        return ChildJvm.start(prefix(user, "sh", "-c", "umask 000; exec \"$0\" \"$@\""), List.of(), classPath, main,
                args);
    }

    @Override
    public void close() {
        try {
            Files.walkFileTree(copy, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.delete(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException e) throws IOException {
                    Files.delete(dir);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
