package io.github.reactorshm.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.UserPrincipal;
import java.util.ArrayList;
import java.util.List;

import io.github.reactorshm.error.ShmAccessException;
import io.github.reactorshm.error.ShmFileException;
import org.jspecify.annotations.Nullable;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * Removes channels, published or not, whose owner is dead: nobody holds their {@code lock}. Only files that the library makes
 * are removed, only this user's, and no link is followed.
 */
public final class DeadChannels {

    private static final Logger LOG = Loggers.getLogger(DeadChannels.class);

    /** What a look at one directory came to. */
    enum Fate {
        ABSENT, REMOVED, ALIVE, LEFT
    }

    /** The fate, and where something was left, what. */
    record Finding(Fate fate, String text) {

        static final Finding ABSENT = new Finding(Fate.ABSENT, "");
        static final Finding REMOVED = new Finding(Fate.REMOVED, "");
        static final Finding ALIVE = new Finding(Fate.ALIVE, "");

        static Finding left(String text) {
            return new Finding(Fate.LEFT, text);
        }
    }

    private DeadChannels() {}

    /**
     * Removes the dead channels of a base directory. Blocks.
     *
     * @return the directories that were removed
     * @throws ShmAccessException if the base directory is refused
     * @throws ShmFileException if it cannot be locked or read
     */
    public static List<Path> clean(BaseDirectory base) {
        if (!base.exists()) {
            return List.of();
        }
        try (BaseLock lock = BaseLock.acquire(base, BaseLock.TIMEOUT)) {
            return clean(lock);
        } catch (IOException e) {
            throw new ShmFileException(base.path(), "cannot be cleaned", e);
        }
    }

    /** Removes the dead channels; what it cannot remove it leaves, with a warning. */
    static List<Path> clean(BaseLock lock) throws IOException {
        List<Path> removed = new ArrayList<>();
        for (Path entry : ChannelFiles.list(lock.base().path())) {
            if (!ChannelFiles.isChannelDirectory(entry.getFileName().toString())) {
                continue;
            }
            try {
                Finding finding = remove(lock, entry);
                switch (finding.fate()) {
                    case REMOVED -> removed.add(entry);
                    case LEFT -> LOG.warn("{} {}; it is left as it is", entry, finding.text());
                    case ABSENT, ALIVE -> LOG.trace("{}: {}", entry, finding.fate());
                }
            } catch (IOException e) {
                LOG.warn("{} cannot be removed, although its owner may be dead; it is left as it is", entry, e);
            }
        }
        if (!removed.isEmpty()) {
            LOG.debug("removed what dead owners left: {}", removed);
        }
        return removed;
    }

    /** Looks at one channel, and removes it if its owner is dead. */
    static Finding remove(BaseLock lock, Path directory) throws IOException {
        UserPrincipal owner = lock.base().owner();
        PosixFileAttributes attributes;
        try {
            attributes = ChannelFiles.attributes(directory);
        } catch (NoSuchFileException e) {
            return Finding.ABSENT;
        }
        if (!attributes.isDirectory()) {
            return Finding.left("is no directory");
        }
        if (!attributes.owner().equals(owner)) {
            return Finding.left("belongs to user " + attributes.owner().getName());
        }
        Path lockFile = directory.resolve(ChannelFiles.LOCK);
        if (!Files.exists(lockFile, LinkOption.NOFOLLOW_LINKS)) {
            return removeUnlocked(directory, owner);
        }
        if (!ChannelFiles.isOwn(lockFile, owner)) {
            return Finding.left("has a lock that is no regular file of user " + owner.getName());
        }
        OwnerLock dead = OwnerLock.tryTake(lockFile);
        if (dead == null) {
            return Finding.ALIVE;
        }
        try {
            return removeFiles(directory, owner);
        } finally {
            dead.release();
        }
    }

    /** A directory without a lock is a death right after it was made, or somebody else's: then it has other files. */
    private static Finding removeUnlocked(Path directory, UserPrincipal owner) throws IOException {
        String foreign = foreign(directory, owner);
        return foreign == null ? removeFiles(directory, owner) : Finding.left("has no lock, but " + foreign);
    }

    /** Removes the files of a channel, its lock last, and its directory. The caller holds the owner's lock where there is one. */
    static Finding removeFiles(Path directory, UserPrincipal owner) throws IOException {
        Path lockFile = directory.resolve(ChannelFiles.LOCK);
        for (Path file : ChannelFiles.list(directory)) {
            if (!file.equals(lockFile) && ChannelFiles.isOwn(file, owner)) {
                Files.deleteIfExists(file);
            }
        }
        String foreign = foreign(directory, owner);
        if (foreign != null) {
            return Finding.left("is of a dead owner, but has " + foreign);
        }
        Files.deleteIfExists(lockFile);
        Files.deleteIfExists(directory);
        return Finding.REMOVED;
    }

    private static @Nullable String foreign(Path directory, UserPrincipal owner) throws IOException {
        for (Path file : ChannelFiles.list(directory)) {
            if (!ChannelFiles.isOwn(file, owner)) {
                return "a file that is not the library's or not this user's: " + file + " (user "
                        + ChannelFiles.attributes(file).owner().getName() + ")";
            }
        }
        return null;
    }
}
