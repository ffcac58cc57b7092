package io.github.reactorshm.control;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Set;

import io.github.reactorshm.error.ShmFileException;

/**
 * Serialises opening, closing and cleaning in a base directory, among the threads of this JVM and among processes. It is held
 * for a few file operations only, never while a pool is written.
 */
public final class BaseLock implements AutoCloseable {

    static final Duration TIMEOUT = Duration.ofSeconds(30);

    private final BaseDirectory base;
    private final String key;
    private final FileChannel channel;
    private final FileLock lock;

    private BaseLock(BaseDirectory base, String key, FileChannel channel, FileLock lock) {
        this.base = base;
        this.key = key;
        this.channel = channel;
        this.lock = lock;
    }

    /**
     * Takes the lock. Blocks, at most for the timeout.
     *
     * @param base a directory that is there
     * @throws ShmFileException if it is not to be had in that time
     */
    static BaseLock acquire(BaseDirectory base, Duration timeout) {
        Path file = base.path().resolve(ChannelFiles.BASE_LOCK);
        Backoff backoff = new Backoff(timeout);
        try {
            // Named by the directory, so that nobody has to open the lock's file before it is known to be free.
            String key = HeldLocks.keyOf(base.path());
            while (!HeldLocks.tryHold(key)) {
                if (!backoff.pause()) {
                    throw late(file, timeout, "another thread of this process holds it");
                }
            }
            BaseLock taken = null;
            try {
                taken = lock(base, key, file, timeout, backoff);
                return taken;
            } finally {
                if (taken == null) {
                    HeldLocks.release(key);
                }
            }
        } catch (IOException e) {
            throw new ShmFileException(file, "the base directory's lock cannot be taken", e);
        }
    }

    private static BaseLock lock(BaseDirectory base, String key, Path file, Duration timeout, Backoff backoff)
            throws IOException {
        if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            OwnFiles.checkFile(base, file);
        }
        FileChannel channel = FileChannel.open(file,
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS),
                ChannelFiles.fileMode());
        BaseLock taken = null;
        try {
            FileLock lock = channel.tryLock();
            while (lock == null) {
                if (!backoff.pause()) {
                    throw late(file, timeout, "another process holds it, perhaps a stopped one: `fuser " + file
                            + "` names it");
                }
                lock = channel.tryLock();
            }
            taken = new BaseLock(base, key, channel, lock);
            return taken;
        } finally {
            if (taken == null) {
                channel.close();
            }
        }
    }

    private static ShmFileException late(Path file, Duration timeout, String text) {
        return new ShmFileException(file,
                "the base directory's lock was not to be had within " + timeout.toMillis() + " ms: " + text, null);
    }

    BaseDirectory base() {
        return base;
    }

    /** Gives the lock back. */
    @Override
    public void close() {
        try (channel) {
            lock.release();
        } catch (IOException e) {
            throw new ShmFileException(base.path().resolve(ChannelFiles.BASE_LOCK),
                    "the base directory's lock cannot be given back", e);
        } finally {
            HeldLocks.release(key);
        }
    }
}
