package io.github.reactorshm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

import io.github.reactorshm.control.ChannelName;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Describes a {@link ShmSink} and opens it. Immutable, for any number of threads: every option returns a new builder.
 * No method but {@link #open()} blocks.
 *
 * @param <T> the elements' type
 */
public final class ShmSinkBuilder<T> {

    private static final int DEFAULT_SLOTS = 8;

    private final String name;
    private final int slots;
    private final long slotSize;
    private final @Nullable ShmCodec<? super T> codec;
    private final @Nullable Path directory;
    private final @Nullable Duration demandTimeout;
    private final @Nullable Duration stallTimeout;

    private ShmSinkBuilder(String name, int slots, long slotSize, @Nullable ShmCodec<? super T> codec,
            @Nullable Path directory, @Nullable Duration demandTimeout, @Nullable Duration stallTimeout) {
        this.name = name;
        this.slots = slots;
        this.slotSize = slotSize;
        this.codec = codec;
        this.directory = directory;
        this.demandTimeout = demandTimeout;
        this.stallTimeout = stallTimeout;
    }

    static <T> ShmSinkBuilder<T> channel(String name) {
        return new ShmSinkBuilder<>(ChannelName.check(name), DEFAULT_SLOTS, 0, null, null, null, null);
    }

    /**
     * How many slots the pool has: the most frames that are under way at once.
     *
     * @param count from 1 to 1,048,576. Defaults to 8
     * @return a new builder
     * @throws IllegalArgumentException if the count is outside of that
     */
    public ShmSinkBuilder<T> slots(int count) {
        if (count < 1 || count > ShmSinkSettings.MAX_SLOTS) {
            throw new IllegalArgumentException(
                    "slots must be from 1 to " + ShmSinkSettings.MAX_SLOTS + " but is " + count);
        }
        return new ShmSinkBuilder<>(name, count, slotSize, codec, directory, demandTimeout, stallTimeout);
    }

    /**
     * How large a slot is: the most bytes that one element takes.
     *
     * @param bytes at least 1. Defaults to the codec's {@link ShmCodec#slotSize()}
     * @return a new builder
     * @throws IllegalArgumentException if it is less than 1
     */
    public ShmSinkBuilder<T> slotSize(long bytes) {
        if (bytes < 1) {
            throw new IllegalArgumentException("slotSize must be at least 1 byte but is " + bytes);
        }
        return new ShmSinkBuilder<>(name, slots, bytes, codec, directory, demandTimeout, stallTimeout);
    }

    /**
     * Writes the elements into slots; it also gives the content type and, by default, the slot size. Required.
     *
     * @param elements the codec
     * @return a new builder
     */
    public ShmSinkBuilder<T> codec(ShmCodec<? super T> elements) {
        return new ShmSinkBuilder<>(name, slots, slotSize, Objects.requireNonNull(elements, "elements"), directory,
                demandTimeout, stallTimeout);
    }

    /**
     * The base directory in which the channel is made.
     *
     * @param path a directory of this user with mode 0700, made if it is not there. Defaults to the system property
     *        {@code reactorshm.directory}, else {@code /dev/shm/reactor-shm-<user>}, or the same in the temporary directory
     *        where there is no {@code /dev/shm}
     * @return a new builder
     */
    public ShmSinkBuilder<T> baseDirectory(Path path) {
        return new ShmSinkBuilder<>(name, slots, slotSize, codec, Objects.requireNonNull(path, "path"), demandTimeout,
                stallTimeout);
    }

    /**
     * How long there may be no demand, also because there is no subscriber: then the upstream is cancelled, and both ends get
     * a {@link io.github.reactorshm.error.ShmDemandTimeoutException}. Looked at every 250 ms.
     *
     * @param timeout more than zero. Defaults to none: the sink waits for ever
     * @return a new builder
     * @throws IllegalArgumentException if it is not more than zero
     */
    public ShmSinkBuilder<T> demandTimeout(Duration timeout) {
        return new ShmSinkBuilder<>(name, slots, slotSize, codec, directory, positive("demandTimeout", timeout),
                stallTimeout);
    }

    /**
     * How long subscribers may hold the whole pool while there is demand: then the upstream is cancelled, and both ends get a
     * {@link io.github.reactorshm.error.ShmStallTimeoutException}. After 2 s there is a warning in any case. No slot is taken
     * from its holder. Looked at every 250 ms.
     *
     * @param timeout more than zero. Defaults to none: the sink waits for ever
     * @return a new builder
     * @throws IllegalArgumentException if it is not more than zero
     */
    public ShmSinkBuilder<T> stallTimeout(Duration timeout) {
        return new ShmSinkBuilder<>(name, slots, slotSize, codec, directory, demandTimeout,
                positive("stallTimeout", timeout));
    }

    private static Duration positive(String option, Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException(option + " must be more than zero but is " + timeout);
        }
        return timeout;
    }

    /**
     * Opens the channel and waits for it, up to about a second if a former owner of the name is just ending.
     *
     * @return the sink
     * @throws IllegalStateException on a thread that must not block; use {@link #openLater()} there
     * @throws io.github.reactorshm.error.ShmChannelInUseException if a living sink has the name
     * @throws io.github.reactorshm.error.ShmOutOfSpaceException if the pool does not fit
     * @throws io.github.reactorshm.error.ShmException if the directory is another user's, or a file operation fails
     * @throws IllegalArgumentException if the codec or the slot size is missing, or a limit is passed
     */
    public ShmSink<T> open() {
        if (Schedulers.isInNonBlockingThread()) {
            throw new IllegalStateException("open() blocks, which thread " + Thread.currentThread().getName()
                    + " must not; use openLater() or send() there");
        }
        ShmSink<T> sink = openLater().block();
        if (sink == null) {
            throw new IllegalStateException("the opening of channel " + name + " ended without a sink");
        }
        return sink;
    }

    /**
     * Opens the channel for each subscriber, on a thread of the library's that may block.
     *
     * @return the sink, emitted on that thread; errors are those of {@link #open()}. If it is cancelled before, nothing is left
     *         behind
     * @throws IllegalArgumentException if the codec or the slot size is missing, or a limit is passed
     */
    public Mono<ShmSink<T>> openLater() {
        return new SinkOpening<>(settings());
    }

    /**
     * Opens the channel for each subscriber, subscribes to the publisher on a thread of the library's that may block, and sends
     * what it emits. A fresh channel each time, so it may be retried and repeated.
     *
     * @param publisher where the elements come from
     * @return completes, on such a thread, when the publisher has completed, every frame was given back, and the files are
     *         removed. Fails with the publisher's error, with those of {@link #open()}, with
     *         {@link io.github.reactorshm.error.ShmCancelledException} when the last subscriber cancels and with
     *         {@link io.github.reactorshm.error.ShmPeerLostException} when the last one dies. Cancelling it cancels the
     *         publisher and closes the channel
     * @throws IllegalArgumentException if the codec or the slot size is missing, or a limit is passed
     */
    public Mono<Void> send(Publisher<? extends T> publisher) {
        return new Sending<>(settings(), Objects.requireNonNull(publisher, "publisher"));
    }

    private ShmSinkSettings<T> settings() {
        ShmCodec<? super T> c = codec;
        if (c == null) {
            throw new IllegalArgumentException("channel " + name + ": a codec is required; call codec(..)");
        }
        long size = slotSize == 0 ? c.slotSize() : slotSize;
        if (size < 1) {
            throw new IllegalArgumentException(
                    "channel " + name + ": the codec does not know a slot's size; call slotSize(..)");
        }
        return ShmSinkSettings.of(name, slots, size, c, directory, demandTimeout, stallTimeout);
    }
}
