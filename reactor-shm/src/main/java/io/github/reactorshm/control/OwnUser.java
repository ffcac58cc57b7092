package io.github.reactorshm.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.regex.Pattern;

import io.github.reactorshm.error.ShmFileException;

/** The user that this process runs as, as the file system sees it. */
final class OwnUser {

    private static final Path PROC_SELF = Path.of("/proc/self");
    private static final Pattern USABLE_NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,31}");

    private final UserPrincipal principal;
    private final int uid;

    private OwnUser(UserPrincipal principal, int uid) {
        this.principal = principal;
        this.uid = uid;
    }

    /** Asks the system; where there is no /proc, the owner of a file just made tells. */
    static OwnUser find() {
        try {
            if (Files.isDirectory(PROC_SELF)) {
                return ownerOf(PROC_SELF);
            }
            Path probe = Files.createTempFile("reactor-shm", null);
            try {
                return ownerOf(probe);
            } finally {
                Files.delete(probe);
            }
        } catch (IOException e) {
            throw new ShmFileException(PROC_SELF, "cannot tell which user this process runs as", e);
        }
    }

    private static OwnUser ownerOf(Path path) throws IOException {
        return new OwnUser(Files.getOwner(path), (Integer) Files.getAttribute(path, "unix:uid"));
    }

    UserPrincipal principal() {
        return principal;
    }

    /** The user's name where it can stand in a file's name, else the user's number. */
    String fileName(String userName) {
        return USABLE_NAME.matcher(userName).matches() ? userName : Integer.toString(uid);
    }
}
