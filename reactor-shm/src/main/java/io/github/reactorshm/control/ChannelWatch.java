package io.github.reactorshm.control;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.Supplier;

import io.github.reactorshm.control.SeenChannel.State;
import io.github.reactorshm.error.ShmAccessException;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmFileException;
import io.github.reactorshm.error.ShmProtocolException;
import io.github.reactorshm.layout.ChannelStats;
import io.github.reactorshm.layout.PoolHeader;
import io.github.reactorshm.layout.StatsFile;
import io.github.reactorshm.layout.StatsReader;
import org.jspecify.annotations.Nullable;

/**
 * Looks at the channels of a base directory from outside, without disturbing them: files are opened to be read. Whether an owner lives
 * is read from the system's table of locks. Only where that does not name it, its lock is tried, for a moment and under the base
 * directory's lock, as every opening does: so no opener can find it taken. Methods block.
 */
public final class ChannelWatch {

    private static final Duration BASE_LOCK_TIMEOUT = Duration.ofSeconds(1);

    private final BaseDirectory base;
    private final Supplier<LockTable> locks;

    /**
     * Looks into a base directory, which need not be there.
     *
     * @param base the directory
     */
    public ChannelWatch(BaseDirectory base) {
        this(base, LockTable::read);
    }

    ChannelWatch(BaseDirectory base, Supplier<LockTable> locks) {
        this.base = base;
        this.locks = locks;
    }

    /**
     * Every channel of the base directory, also those that are being opened and those whose owner is dead.
     *
     * @return the channels, by their names
     * @throws ShmAccessException if the base directory is refused
     * @throws ShmFileException if it cannot be read
     */
    public List<SeenChannel> list() {
        if (!base.exists()) {
            return List.of();
        }
        List<SeenChannel> seen = new ArrayList<>();
        try {
            LockTable now = locks.get();
            for (Path directory : ChannelFiles.list(base.path()).stream().sorted().toList()) {
                SeenChannel channel = look(directory, now);
                if (channel != null) {
                    seen.add(channel);
                }
            }
        } catch (IOException e) {
            throw new ShmFileException(base.path(), "the base directory cannot be read", e);
        }
        return seen;
    }

    /**
     * One channel.
     *
     * @param name its name
     * @return the channel, or null if there is none of that name
     * @throws IllegalArgumentException if no channel can have that name
     * @throws ShmAccessException if the base directory is refused
     * @throws ShmFileException if its directory cannot be looked at
     */
    public @Nullable SeenChannel find(String name) {
        Path directory = base.channel(ChannelName.check(name));
        try {
            return base.exists() ? look(directory, locks.get()) : null;
        } catch (IOException e) {
            throw new ShmFileException(directory, "the channel cannot be looked at", e);
        }
    }

    private @Nullable SeenChannel look(Path directory, LockTable table) throws IOException {
        String name = directory.getFileName().toString();
        if (!ChannelFiles.isChannelDirectory(name)) {
            return null;
        }
        try {
            PosixFileAttributes attributes = ChannelFiles.attributes(directory);
            if (!attributes.isDirectory() || !attributes.owner().equals(base.owner())) {
                return null;
            }
            StringJoiner remarks = new StringJoiner("; ");
            ChannelStats stats = stats(name, directory, remarks);
            PoolHeader pool = pool(name, remarks);
            return new SeenChannel(name, directory, state(name, directory, table), bytes(directory), pool, stats,
                    remarks.toString());
        } catch (NoSuchFileException e) {
            // It went at this moment.
            return null;
        }
    }

    private @Nullable PoolHeader pool(String name, StringJoiner remarks) {
        try {
            return PoolView.readHeader(base, name);
        } catch (NoSuchFileException e) {
            remarks.add("it has no pool");
        } catch (ShmException e) {
            remarks.add(String.valueOf(e.getMessage()));
        }
        return null;
    }

    private @Nullable ChannelStats stats(String name, Path directory, StringJoiner remarks) {
        Path file = directory.resolve(ChannelFiles.STATS);
        try (FileChannel channel = MappedFile.openToRead(base, name, file)) {
            if (channel.size() != StatsFile.SIZE) {
                throw new ShmProtocolException(name, file + " has " + channel.size() + " bytes instead of "
                        + StatsFile.SIZE);
            }
            MappedFile mapped = MappedFile.map(file, channel, MapMode.READ_ONLY, StatsFile.SIZE);
            try {
                ChannelStats stats = StatsReader.read(mapped.segment(), name);
                if (stats == null) {
                    remarks.add("its figures are not written yet, or only in part");
                }
                return stats;
            } finally {
                mapped.tryUnmap();
            }
        } catch (NoSuchFileException e) {
            remarks.add("it has no figures");
        } catch (IOException | ShmException | InternalError e) {
            remarks.add("its figures cannot be read: " + e.getMessage());
        }
        return null;
    }

    private State state(String name, Path directory, LockTable table) throws IOException {
        boolean named = ChannelName.isValid(name);
        State alive = named ? State.ALIVE : State.OPENING;
        Path lockFile = directory.resolve(ChannelFiles.LOCK);
        if (Files.exists(lockFile, LinkOption.NOFOLLOW_LINKS)
                && (HeldLocks.isHeld(HeldLocks.keyOf(lockFile)) || table.names(lockFile))) {
            return alive;
        }
        try (BaseLock lock = BaseLock.acquire(base, BASE_LOCK_TIMEOUT)) {
            return isDead(lock, directory, lockFile) ? State.DEAD : alive;
        } catch (ShmException e) {
            return State.UNKNOWN;
        }
    }

    private static boolean isDead(BaseLock lock, Path directory, Path lockFile) throws IOException {
        if (!Files.exists(lockFile, LinkOption.NOFOLLOW_LINKS)) {
            // Throws if it has just been removed, or has got its name.
            ChannelFiles.attributes(directory);
            return true;
        }
        if (!ChannelFiles.isOwn(lockFile, lock.base().owner())) {
            throw new ShmAccessException(lockFile, "is no lock of this user");
        }
        OwnerLock taken = OwnerLock.tryTake(lockFile);
        if (taken == null) {
            return false;
        }
        taken.release();
        return true;
    }

    private static long bytes(Path directory) throws IOException {
        long bytes = 0;
        for (Path file : ChannelFiles.list(directory)) {
            bytes += bytesOf(file);
        }
        return bytes;
    }

    private static long bytesOf(Path file) throws IOException {
        try {
            PosixFileAttributes attributes = ChannelFiles.attributes(file);
            return attributes.isRegularFile() ? attributes.size() : 0;
        } catch (NoSuchFileException e) {
            // A control file, which is unlinked as soon as both sides have it.
            return 0;
        }
    }
}
