package io.github.reactorshm.control;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;

import io.github.reactorshm.error.ShmAccessException;
import io.github.reactorshm.error.ShmFileException;

/**
 * What is looked at before it is opened: type, owner and mode, of the thing itself and never of what a link there points to. All of it
 * lies in a base directory that only its user can write to, so nobody else can put another thing in its place meanwhile.
 */
final class OwnFiles {

    private static final Set<PosixFilePermission> OTHERS = PosixFilePermissions.fromString("---rwxrwx");

    private OwnFiles() {}

    static boolean isOpenToOthers(PosixFileAttributes attributes) {
        return attributes.permissions().stream().anyMatch(OTHERS::contains);
    }

    /** Refuses a channel's directory that is no directory of this user that is closed to others. */
    static void checkDirectory(BaseDirectory base, Path directory) throws NoSuchFileException {
        PosixFileAttributes attributes = look(directory);
        check(base, directory, attributes, attributes.isDirectory(), "directory");
    }

    /** Refuses a file that is no regular file of this user that is closed to others. */
    static void checkFile(BaseDirectory base, Path file) throws NoSuchFileException {
        PosixFileAttributes attributes = look(file);
        check(base, file, attributes, attributes.isRegularFile(), "regular file");
    }

    /** Refuses a socket's path that is anything else than a special file of this user that is closed to others. */
    static void checkSocket(BaseDirectory base, Path socket) throws NoSuchFileException {
        PosixFileAttributes attributes = look(socket);
        check(base, socket, attributes, attributes.isOther(), "socket");
    }

    private static PosixFileAttributes look(Path path) throws NoSuchFileException {
        try {
            return ChannelFiles.attributes(path);
        } catch (NoSuchFileException e) {
            throw e;
        } catch (IOException e) {
            throw new ShmFileException(path, "cannot be looked at", e);
        }
    }

    private static void check(BaseDirectory base, Path path, PosixFileAttributes attributes, boolean rightType,
            String type) {
        if (attributes.isSymbolicLink()) {
            throw new ShmAccessException(path, "is a symbolic link, and none is followed; remove it");
        }
        String owner = attributes.owner().getName();
        if (!rightType || !attributes.owner().equals(base.owner())) {
            throw new ShmAccessException(path,
                    "is no " + type + " of user " + base.owner().getName() + " (it belongs to " + owner + ")");
        }
        if (isOpenToOthers(attributes)) {
            throw new ShmAccessException(path, "is open to other users, with mode "
                    + PosixFilePermissions.toString(attributes.permissions()) + "; close it with `chmod go= " + path
                    + "`, or remove it");
        }
    }
}
