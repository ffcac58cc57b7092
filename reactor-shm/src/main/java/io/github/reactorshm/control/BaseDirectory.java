package io.github.reactorshm.control;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.github.reactorshm.error.ShmAccessException;
import io.github.reactorshm.error.ShmFileException;
import org.jspecify.annotations.Nullable;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * The directory that holds the channels of one user: {@code /dev/shm/reactor-shm-<user>} where there is {@code /dev/shm},
 * else the same name in the temporary directory, unless a builder or the system property {@value #PROPERTY} sets another.
 * It has mode 0700, belongs to the user of this process and is no symbolic link; anything else is refused.
 */
public final class BaseDirectory {

    /** The system property that sets another base directory. */
    public static final String PROPERTY = "reactorshm.directory";

    /** The most bytes that the path of a Unix domain socket has: the system takes 107, Java one less. */
    static final int MAX_SOCKET_PATH = 106;

    private static final Logger LOG = Loggers.getLogger(BaseDirectory.class);
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final Set<Path> WARNED = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final UserPrincipal owner;

    private BaseDirectory(Path path, UserPrincipal owner) {
        this.path = path;
        this.owner = owner;
    }

    /**
     * Finds out which directory is meant. Makes nothing.
     *
     * @param configured the directory that a builder sets, or null
     */
    public static BaseDirectory resolve(@Nullable Path configured) {
        OwnUser user = OwnUser.find();
        String property = System.getProperty(PROPERTY, "");
        Path path;
        if (configured != null) {
            path = configured;
        } else if (!property.isBlank()) {
            path = Path.of(property);
        } else {
            String name = "reactor-shm-" + user.fileName(System.getProperty("user.name", ""));
            path = Files.isDirectory(SHARED_MEMORY)
                    ? SHARED_MEMORY.resolve(name)
                    : Path.of(System.getProperty("java.io.tmpdir", "/tmp"), name);
        }
        return new BaseDirectory(path.toAbsolutePath().normalize(), user.principal());
    }

    /** Returns the absolute path. */
    public Path path() {
        return path;
    }

    /** Returns the user of this process: the owner of everything in here, and the only user that a peer may run as. */
    public UserPrincipal owner() {
        return owner;
    }

    /** Returns the directory of a channel. */
    public Path channel(String name) {
        return path.resolve(name);
    }

    /** Returns the socket of a channel. */
    public Path socket(String name) {
        return channel(name).resolve(ChannelFiles.SOCKET);
    }

    /**
     * Checks, before anything is made, that the socket's path fits into a socket address.
     *
     * @param name the channel's name
     * @throws IllegalArgumentException naming the limit, the length and the path
     */
    public void checkSocketPath(String name) {
        Path longest = socket(name.length() > ChannelFiles.unpublished().length() ? name : ChannelFiles.unpublished());
        int length = longest.toString().getBytes(StandardCharsets.UTF_8).length;
        if (length > MAX_SOCKET_PATH) {
            throw new IllegalArgumentException("the path of a Unix domain socket has at most " + MAX_SOCKET_PATH
                    + " bytes, this one would have " + length + ": " + longest
                    + "; use a shorter base directory (-D" + PROPERTY + "=..) or a shorter channel name");
        }
    }

    /**
     * Makes the directory, with mode 0700 from the first moment, unless it is there; checks it either way.
     *
     * @throws ShmAccessException if what is there is not a directory of this user that is closed to others
     * @throws ShmFileException if it cannot be made
     */
    public void create() {
        if (exists()) {
            return;
        }
        try {
            Files.createDirectory(path, ChannelFiles.directoryMode());
        } catch (FileAlreadyExistsException e) {
            LOG.debug("{} was made by another at this moment", path);
        } catch (NoSuchFileException e) {
            throw new ShmFileException(path, "the base directory cannot be made: its parent directory does not exist",
                    e);
        } catch (IOException e) {
            throw new ShmFileException(path, "the base directory cannot be made", e);
        }
        if (!exists()) {
            throw new ShmFileException(path, "the base directory was removed while it was made", null);
        }
    }

    /**
     * Looks whether the directory is there, and checks it.
     *
     * @throws ShmAccessException if what is there is not a directory of this user that is closed to others
     */
    public boolean exists() {
        PosixFileAttributes attributes;
        try {
            attributes = ChannelFiles.attributes(path);
        } catch (NoSuchFileException e) {
            return false;
        } catch (IOException e) {
            throw new ShmFileException(path, "the base directory cannot be looked at", e);
        }
        if (attributes.isSymbolicLink()) {
            throw refused("is a symbolic link");
        }
        if (!attributes.isDirectory()) {
            throw refused("is no directory");
        }
        if (!attributes.owner().equals(owner)) {
            throw refused("belongs to user " + attributes.owner().getName() + ", this process runs as user "
                    + owner.getName());
        }
        if (OwnFiles.isOpenToOthers(attributes)) {
            throw refused("is open to other users, with mode " + PosixFilePermissions.toString(attributes.permissions())
                    + "; run `chmod 700 " + path + "`");
        }
        return true;
    }

    private ShmAccessException refused(String text) {
        return new ShmAccessException(path, text + "; set another base directory with -D" + PROPERTY + "=..");
    }

    /** Says whether the directory is in memory. */
    public boolean isTmpfs() {
        return "tmpfs".equals(fileSystemType());
    }

    /** Warns, once for each directory, if it is not in memory. */
    void warnUnlessTmpfs() {
        if (!isTmpfs() && WARNED.add(path)) {
            LOG.warn("the base directory {} is on {}, not on tmpfs: payloads may be written to a disk."
                    + " Set a directory in memory with -D{}=..", path, fileSystemType(), PROPERTY);
        }
    }

    private String fileSystemType() {
        try {
            return Files.getFileStore(path).type();
        } catch (IOException e) {
            LOG.debug("the file system of {} is not known", path, e);
            return "an unknown file system";
        }
    }

    /** Returns the free bytes for this user, or Long.MAX_VALUE where the file system has no limit or tells none. */
    long usableSpace() throws IOException {
        FileStore store = Files.getFileStore(path);
        return store.getTotalSpace() == 0 ? Long.MAX_VALUE : store.getUsableSpace();
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
