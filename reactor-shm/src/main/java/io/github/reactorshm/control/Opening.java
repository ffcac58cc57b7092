package io.github.reactorshm.control;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;

import io.github.reactorshm.control.DeadChannels.Finding;
import io.github.reactorshm.error.ShmAccessException;
import io.github.reactorshm.error.ShmChannelInUseException;
import io.github.reactorshm.error.ShmFileException;
import io.github.reactorshm.layout.PoolHeader;
import org.jspecify.annotations.Nullable;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * One opening of a channel. Everything is built in a directory that no consumer looks into, and becomes the channel by one
 * rename; so whoever dies on the way leaves a directory whose lock is free, and nothing else.
 */
final class Opening {

    private static final Logger LOG = Loggers.getLogger(Opening.class);
    private static final Duration IN_USE_RETRY = Duration.ofSeconds(1);
    private static final int BACKLOG = 128;

    private final BaseDirectory base;
    private final String name;
    private final PoolHeader header;
    private final Consumer<OpeningStep> listener;

    // What was made so far, for the case that the opening fails.
    private @Nullable Path directory;
    private @Nullable OwnerLock ownerLock;
    private @Nullable MappedFile pool;
    private @Nullable ServerSocketChannel server;

    Opening(BaseDirectory base, String name, PoolHeader header, Consumer<OpeningStep> listener) {
        this.base = base;
        this.name = ChannelName.check(name);
        this.header = header;
        this.listener = listener;
    }

    OwnedChannel run() {
        base.checkSocketPath(name);
        base.create();
        base.warnUnlessTmpfs();
        boolean open = false;
        try {
            OwnedChannel channel = build();
            publish();
            listener.accept(OpeningStep.OPEN);
            open = true;
            return channel;
        } catch (IOException e) {
            throw new ShmFileException(base.channel(name), "the channel cannot be opened", e);
        } finally {
            if (!open) {
                discard();
            }
        }
    }

    private OwnedChannel build() throws IOException {
        OwnerLock lock = claim();
        Path unpublished = Objects.requireNonNull(directory);
        listener.accept(OpeningStep.BASE_RELEASED);
        MappedFile mapped = writePool(unpublished.resolve(ChannelFiles.POOL));
        listener.accept(OpeningStep.POOL_WRITTEN);
        ServerSocketChannel listening = listen(unpublished.resolve(ChannelFiles.SOCKET));
        return new OwnedChannel(base, name, header, lock, listening, mapped);
    }

    /** Removes the dead, and takes the lock of a new directory before a cleaner can see it free. */
    private OwnerLock claim() throws IOException {
        Backoff backoff = new Backoff(IN_USE_RETRY);
        boolean cleaned = false;
        do {
            try (BaseLock lock = BaseLock.acquire(base, BaseLock.TIMEOUT)) {
                listener.accept(OpeningStep.BASE_LOCKED);
                if (!cleaned) {
                    DeadChannels.clean(lock);
                    cleaned = true;
                }
                if (isFree(lock)) {
                    listener.accept(OpeningStep.DEAD_REMOVED);
                    Path made = makeDirectory();
                    directory = made;
                    listener.accept(OpeningStep.DIRECTORY_MADE);
                    OwnerLock taken = OwnerLock.create(made.resolve(ChannelFiles.LOCK));
                    ownerLock = taken;
                    listener.accept(OpeningStep.OWNER_LOCKED);
                    return taken;
                }
            }
            // A killed owner holds its lock until the system has torn down its memory.
        } while (backoff.pause());
        throw new ShmChannelInUseException(name, base.channel(name));
    }

    private boolean isFree(BaseLock lock) throws IOException {
        Path channel = base.channel(name);
        Finding finding = DeadChannels.remove(lock, channel);
        return switch (finding.fate()) {
            case ABSENT, REMOVED -> true;
            case ALIVE -> false;
            case LEFT -> throw new ShmAccessException(channel,
                    finding.text() + "; remove it by hand, or use another channel name or base directory");
        };
    }

    private Path makeDirectory() throws IOException {
        while (true) {
            Path candidate = base.path().resolve(ChannelFiles.unpublished());
            try {
                return Files.createDirectory(candidate, ChannelFiles.directoryMode());
            } catch (FileAlreadyExistsException e) {
                LOG.trace("{} is taken", candidate);
            }
        }
    }

    private MappedFile writePool(Path file) {
        long size = header.geometry().fileSize();
        NewFile.checkSpace(base, size);
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment head = arena.allocate(PoolHeader.END, Long.BYTES);
            header.write(head);
            MappedFile made = NewFile.create(base, file, head, size, () -> listener.accept(OpeningStep.POOL_BEGUN));
            pool = made;
            return made;
        }
    }

    private ServerSocketChannel listen(Path file) throws IOException {
        ServerSocketChannel made = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server = made;
        made.configureBlocking(false);
        made.bind(UnixDomainSocketAddress.of(file), BACKLOG);
        listener.accept(OpeningStep.SOCKET_BOUND);
        Files.setPosixFilePermissions(file, ChannelFiles.FILE_MODE);
        listener.accept(OpeningStep.SOCKET_CLOSED_TO_OTHERS);
        return made;
    }

    private void publish() throws IOException {
        try (BaseLock lock = BaseLock.acquire(base, BaseLock.TIMEOUT)) {
            listener.accept(OpeningStep.BASE_LOCKED_AGAIN);
            Path channel = base.channel(name);
            if (!isFree(lock)) {
                throw new ShmChannelInUseException(name, channel);
            }
            Files.move(Objects.requireNonNull(directory), channel, StandardCopyOption.ATOMIC_MOVE);
            directory = channel;
            listener.accept(OpeningStep.PUBLISHED);
        }
    }

    /** Removes what was made. Held by its owner's lock, the directory is nobody else's to touch. */
    private void discard() {
        try {
            if (server != null) {
                server.close();
            }
            if (pool != null && !pool.tryUnmap()) {
                LOG.warn("channel '{}': the pool of an opening that failed stays mapped", name);
            }
            if (directory != null) {
                DeadChannels.removeFiles(directory, base.owner());
            }
        } catch (IOException e) {
            LOG.warn("{} of an opening that failed cannot be removed; the next opening in {} does it", directory, base,
                    e);
        } finally {
            releaseOwnerLock();
        }
    }

    private void releaseOwnerLock() {
        try {
            if (ownerLock != null) {
                ownerLock.release();
            }
        } catch (IOException e) {
            LOG.warn("channel '{}': the lock of an opening that failed cannot be given back", name, e);
        }
    }
}
