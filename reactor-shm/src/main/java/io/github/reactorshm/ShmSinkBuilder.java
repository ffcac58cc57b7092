package io.github.reactorshm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

import io.github.reactorshm.channel.ProducerSettings;
import io.github.reactorshm.control.ChannelName;
import io.github.reactorshm.layout.DeliveryMode;
import io.github.reactorshm.layout.PoolGeometry;
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
    private int slots = DEFAULT_SLOTS;
    private long slotSize;
    private @Nullable ShmCodec<? super T> codec;
    private @Nullable Path directory;
    private @Nullable Duration demandTimeout;
    private @Nullable Duration stallTimeout;
    private Set<ShmMode> modes = Set.of(ShmMode.values());
    private int heldLimit;
    private boolean keepOpen;
    private int awaitSubscribers = 1;

    private ShmSinkBuilder(String name) {
        this.name = name;
    }

    private ShmSinkBuilder<T> copy() {
        ShmSinkBuilder<T> copy = new ShmSinkBuilder<>(name);
        copy.slots = slots;
        copy.slotSize = slotSize;
        copy.codec = codec;
        copy.directory = directory;
        copy.demandTimeout = demandTimeout;
        copy.stallTimeout = stallTimeout;
        copy.modes = modes;
        copy.heldLimit = heldLimit;
        copy.keepOpen = keepOpen;
        copy.awaitSubscribers = awaitSubscribers;
        return copy;
    }

    static <T> ShmSinkBuilder<T> channel(String name) {
        return new ShmSinkBuilder<>(ChannelName.check(name));
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
        ShmSinkBuilder<T> copy = copy();
        copy.slots = count;
        return copy;
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
        ShmSinkBuilder<T> copy = copy();
        copy.slotSize = bytes;
        return copy;
    }

    /**
     * Writes the elements into slots; it also gives the content type and, by default, the slot size. Required.
     *
     * @param elements the codec
     * @return a new builder
     */
    public ShmSinkBuilder<T> codec(ShmCodec<? super T> elements) {
        ShmSinkBuilder<T> copy = copy();
        copy.codec = Objects.requireNonNull(elements, "elements");
        return copy;
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
        ShmSinkBuilder<T> copy = copy();
        copy.directory = Objects.requireNonNull(path, "path");
        return copy;
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
        ShmSinkBuilder<T> copy = copy();
        copy.demandTimeout = positive("demandTimeout", timeout);
        return copy;
    }

    /**
     * How long subscribers may hold the whole pool, or all members of a group what they may, while there is demand: then the upstream is cancelled, and both ends get a
     * {@link io.github.reactorshm.error.ShmStallTimeoutException}. After 2 s there is a warning in any case. No slot is taken
     * from its holder. Looked at every 250 ms.
     *
     * @param timeout more than zero. Defaults to none: the sink waits for ever
     * @return a new builder
     * @throws IllegalArgumentException if it is not more than zero
     */
    public ShmSinkBuilder<T> stallTimeout(Duration timeout) {
        ShmSinkBuilder<T> copy = copy();
        copy.stallTimeout = positive("stallTimeout", timeout);
        return copy;
    }

    /**
     * Which modes sources may choose; another one is refused with a
     * {@link io.github.reactorshm.error.ShmModeRefusedException} at the source.
     *
     * @param allowed at least one. Defaults to all
     * @return a new builder
     * @throws IllegalArgumentException if it is none
     */
    public ShmSinkBuilder<T> modes(ShmMode... allowed) {
        if (allowed.length == 0) {
            throw new IllegalArgumentException("modes must name at least one mode but is empty");
        }
        ShmSinkBuilder<T> copy = copy();
        copy.modes = Set.copyOf(EnumSet.copyOf(List.of(allowed)));
        return copy;
    }

    /**
     * How many slots one subscription in mode LATEST or GROUP may hold: one that closes no frames gets no more, and the others go
     * on, unless it is of a group whose other members are at their limit too. Lossless ones may hold the whole pool.
     *
     * @param count at least 1. Defaults to a share that leaves one slot for the next frame: {@code max(1, (slots - 1) / k)} with k
     *        subscriptions, and the whole pool for the only member of a group that is the only subscription
     * @return a new builder
     * @throws IllegalArgumentException if it is less than 1
     */
    public ShmSinkBuilder<T> heldLimit(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("heldLimit must be at least 1 but is " + count);
        }
        ShmSinkBuilder<T> copy = copy();
        copy.heldLimit = count;
        return copy;
    }

    /**
     * Lets the channel go on when its last subscriber has gone, whatever made it go: the upstream is kept and asked for nothing until the
     * next subscriber comes, who gets first what was under way. Frames that a group's last member left behind wait for the next
     * member, and keep their slots until it comes, whoever else is there ({@link ShmSink#waitingFrames()}); when the upstream has completed,
     * all who are there are told, and the channel stays open for that member. Defaults to off: the upstream is cancelled, and the sink ends.
     *
     * @return a new builder
     */
    public ShmSinkBuilder<T> keepOpen() {
        ShmSinkBuilder<T> copy = copy();
        copy.keepOpen = true;
        return copy;
    }

    /**
     * How many subscribers must be attached at once before the first element is asked for, so that all of them get all of them.
     * After that it does not matter how many there are.
     *
     * @param count at least 1. Defaults to 1
     * @return a new builder
     * @throws IllegalArgumentException if it is less than 1
     */
    public ShmSinkBuilder<T> awaitSubscribers(int count) {
        if (count < 1) {
            throw new IllegalArgumentException("awaitSubscribers must be at least 1 but is " + count);
        }
        ShmSinkBuilder<T> copy = copy();
        copy.awaitSubscribers = count;
        return copy;
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
        return ShmSinkSettings.of(name, PoolGeometry.of(slots, size), c, directory,
                new ProducerSettings(c.contentType(), c.attributes(), demandTimeout, stallTimeout, deliveryModes(),
                        heldLimit, keepOpen, awaitSubscribers));
    }

    private Set<DeliveryMode> deliveryModes() {
        return modes.stream().map(mode -> DeliveryMode.valueOf(mode.name())).collect(Collectors.toUnmodifiableSet());
    }
}
