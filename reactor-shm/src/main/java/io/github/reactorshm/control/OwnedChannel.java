package io.github.reactorshm.control;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.reactorshm.error.ShmChannelInUseException;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmFileException;
import io.github.reactorshm.error.ShmOutOfSpaceException;
import io.github.reactorshm.layout.PoolHeader;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * A channel's directory that this process owns: the owner's lock, the pool, the listening socket, and the control files of its
 * subscriptions. Its methods block, for file operations and for the base directory's lock: for the library's own threads,
 * which nobody interrupts.
 */
public final class OwnedChannel implements AutoCloseable {

    private static final Logger LOG = Loggers.getLogger(OwnedChannel.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private final BaseDirectory base;
    private final String name;
    private final Path directory;
    private final PoolHeader header;
    private final OwnerLock ownerLock;
    private final ServerSocketChannel server;
    private final MappedFile pool;
    private final AtomicBoolean closed = new AtomicBoolean();

    OwnedChannel(BaseDirectory base, String name, PoolHeader header, OwnerLock ownerLock, ServerSocketChannel server,
            MappedFile pool) {
        this.base = base;
        this.name = name;
        this.directory = base.channel(name);
        this.header = header;
        this.ownerLock = ownerLock;
        this.server = server;
        this.pool = pool;
    }

    /**
     * Opens a channel: removes what dead owners left in the base directory, makes the pool, with every page written, and the
     * socket, and publishes both under the channel's name in one step. Leaves nothing where it fails.
     *
     * @param name a name that {@link ChannelName} allows
     * @throws IllegalArgumentException if the name is not allowed, or too long for a socket in that directory
     * @throws ShmChannelInUseException if a live owner has the name, for a second from now on
     * @throws ShmOutOfSpaceException if the pool does not fit
     * @throws ShmException if a directory is refused, or a file operation fails
     */
    public static OwnedChannel open(BaseDirectory base, String name, PoolHeader header) {
        return new Opening(base, name, header, step -> LOG.trace("opening channel '{}': {}", name, step)).run();
    }

    /** Returns the channel's name. */
    public String name() {
        return name;
    }

    /** Returns the channel's directory. */
    public Path directory() {
        return directory;
    }

    /** Returns the user of this process, the only one whose processes may attach. */
    public UserPrincipal owner() {
        return base.owner();
    }

    /** Returns what stands in the pool's header. */
    public PoolHeader header() {
        return header;
    }

    /** Returns the listening socket, non-blocking. It belongs to this object, which closes it. */
    public ServerSocketChannel server() {
        return server;
    }

    /** Returns the whole pool's file, to read and write. */
    public MemorySegment pool() {
        return pool.segment();
    }

    /**
     * Makes the control file of a subscription, zeroed, every page written.
     *
     * @param id the subscription's id
     * @param size the file's size in bytes
     * @throws ShmOutOfSpaceException if it does not fit
     * @throws ShmFileException if it cannot be made
     */
    public MappedFile createSubFile(long id, long size) {
        NewFile.checkSpace(base, size);
        return NewFile.create(base, subFile(id), MemorySegment.NULL, size, () -> LOG.trace("sub file {} begun", id));
    }

    /**
     * Makes the file of figures for outside readers, zeroed, every page written.
     *
     * @param size the file's size in bytes
     * @throws ShmOutOfSpaceException if it does not fit
     * @throws ShmFileException if it cannot be made
     */
    public MappedFile createStats(long size) {
        NewFile.checkSpace(base, size);
        return NewFile.create(base, directory.resolve(ChannelFiles.STATS), MemorySegment.NULL, size,
                () -> LOG.trace("stats file begun"));
    }

    /** Unlinks the control file of a subscription, if it is there. Mappings of it stay. */
    public void unlinkSubFile(long id) {
        try {
            Files.deleteIfExists(subFile(id));
        } catch (IOException e) {
            throw new ShmFileException(subFile(id), "cannot be unlinked", e);
        }
    }

    private Path subFile(long id) {
        return directory.resolve(ChannelFiles.sub(id));
    }

    /**
     * Unlinks everything and lets the name go. Idempotent. The pool stays mapped, see {@link #closePool()}. Never fails: what
     * cannot be unlinked is left to the next opening in this directory, with a warning.
     */
    @Override
    public void close() {
        close(CLOSE_TIMEOUT);
    }

    void close(Duration timeout) {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        try {
            server.close();
        } catch (IOException e) {
            LOG.warn("channel '{}': its socket cannot be closed", name, e);
        }
        try {
            unlinkAndRelease(timeout);
        } catch (NoSuchFileException e) {
            LOG.debug("channel '{}': {} was removed before", name, directory);
        } catch (IOException | ShmException e) {
            LOG.warn("channel '{}': {} cannot be removed; the next opening in {} does it", name, directory, base, e);
        }
    }

    private void unlinkAndRelease(Duration timeout) throws IOException {
        try {
            if (!base.exists()) {
                return;
            }
            try (BaseLock lock = BaseLock.acquire(base, timeout)) {
                // Somebody may have removed the directory by hand, and another owner may have made it again.
                if (ownerLock.isOf(directory.resolve(ChannelFiles.LOCK))) {
                    DeadChannels.Finding finding = DeadChannels.removeFiles(directory, lock.base().owner());
                    if (finding.fate() == DeadChannels.Fate.LEFT) {
                        LOG.warn("{} {}; it is left as it is", directory, finding.text());
                    }
                }
                ownerLock.release();
            }
        } finally {
            ownerLock.release();
        }
    }

    /**
     * Unmaps the pool, unless an access is going on.
     *
     * @return false if it has to be tried again later
     */
    public boolean closePool() {
        return pool.tryUnmap();
    }
}
