package io.github.reactorshm.control;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

/** The lock that says that a channel's owner lives: held by its process from the first file on, let go by any death. */
final class OwnerLock {

    private final FileChannel channel;
    private final FileLock lock;
    private final String key;
    private final AtomicBoolean released = new AtomicBoolean();

    private OwnerLock(FileChannel channel, FileLock lock, String key) {
        this.channel = channel;
        this.lock = lock;
        this.key = key;
    }

    /** Makes the lock's file in a new directory, and takes it. */
    static OwnerLock create(Path file) throws IOException {
        FileChannel channel = FileChannel.open(file, ChannelFiles.NEW_FILE, ChannelFiles.fileMode());
        OwnerLock taken = null;
        try {
            taken = lock(channel, HeldLocks.keyOf(file));
        } finally {
            if (taken == null) {
                channel.close();
            }
        }
        if (taken == null) {
            throw new IOException("a file just made is locked: " + file);
        }
        return taken;
    }

    /** Takes the lock of a dead owner; returns null where the owner lives. To be called under the base directory's lock. */
    static @Nullable OwnerLock tryTake(Path file) throws IOException {
        String key = HeldLocks.keyOf(file);
        if (HeldLocks.isHeld(key)) {
            return null;
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        OwnerLock taken = null;
        try {
            taken = lock(channel, key);
            return taken;
        } finally {
            if (taken == null) {
                channel.close();
            }
        }
    }

    private static @Nullable OwnerLock lock(FileChannel channel, String key) throws IOException {
        if (!HeldLocks.tryHold(key)) {
            return null;
        }
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } catch (OverlappingFileLockException e) {
            // Held in this JVM by one whose name was lost from the registry: it lives.
            return null;
        } finally {
            if (lock == null) {
                HeldLocks.release(key);
            }
        }
        return lock == null ? null : new OwnerLock(channel, lock, key);
    }

    /** Says whether this is the lock of the file at that path, and not of another one that lies there now. */
    boolean isOf(Path file) throws IOException {
        return key.equals(HeldLocks.keyOf(file));
    }

    /** Lets go; from here on the channel is dead to others. Idempotent: another file may soon have the same key. */
    void release() throws IOException {
        if (!released.compareAndSet(false, true)) {
            return;
        }
        HeldLocks.release(key);
        try (channel) {
            lock.release();
        }
    }
}
