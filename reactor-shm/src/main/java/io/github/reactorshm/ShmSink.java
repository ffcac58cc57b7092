package io.github.reactorshm;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

import io.github.reactorshm.channel.Loops;
import io.github.reactorshm.channel.Producer;
import io.github.reactorshm.channel.ProducerGauges;
import io.github.reactorshm.control.Nanos;
import io.github.reactorshm.control.OwnedChannel;
import io.github.reactorshm.error.ShmCancelledException;
import io.github.reactorshm.error.ShmCodecException;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmFileException;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;
import reactor.util.context.Context;

/**
 * The producer's end of a channel: a subscriber to one upstream, whose elements it encodes straight into slots of shared
 * memory and hands to every {@link ShmSource} that is attached.
 *
 * <p>
 * <b>Demand.</b> The upstream is asked for as many elements as every lossless subscriber, and every group as a whole, has asked for and
 * as there are free slots for, never more; subscribers to the latest frame do not count ({@link ShmMode}). Nobody there: nothing is
 * asked for.
 *
 * <p>
 * <b>Threads.</b> The upstream's {@code request} and {@code cancel} are called on the library's thread
 * {@code reactor-shm-sink}, which all sinks of a JVM share: an upstream that blocks in {@code request}, such as a
 * decoder, belongs behind {@code subscribeOn(Schedulers.boundedElastic())}. Elements are encoded on the thread of
 * {@code onNext}. No method but {@link #acquire(Duration)} blocks. Gauges and counters may be read by any thread.
 *
 * <p>
 * <b>Ownership.</b> An element is encoded before {@code onNext} returns, and the sink does not refer to it after that;
 * its memory stays its maker's. Slots are the sink's. An element that could not be encoded goes to Reactor's discard
 * hook, one that comes after the end, or unasked, to {@code onNextDropped}; either takes no slot.
 *
 * <p>
 * <b>The end.</b> When the upstream completes or fails, subscribers get their frames and then the signal; a completion
 * before the first subscriber came waits for it. When the last subscriber cancels or dies, the upstream is cancelled
 * and the sink ends with {@link io.github.reactorshm.error.ShmCancelledException} or
 * {@link io.github.reactorshm.error.ShmPeerLostException}, unless it is told to
 * {@linkplain ShmSinkBuilder#keepOpen() stay open}. {@link #dispose()} cancels the upstream and ends the channel at
 * once; its subscribers see their peer go. At the exit of the JVM, open sinks are disposed of. What ended the sink is
 * signalled by {@link #onTerminate()}.
 *
 * <p>
 * This is no {@code Sinks} of Reactor: the two ends are in different processes.
 *
 * @param <T> the elements' type
 */
public final class ShmSink<T> implements CoreSubscriber<T>, Disposable, Scannable, ShmSinkGauges {

    private final ShmChannelInfo info;
    private final ShmCodec<? super T> codec;
    private final Context context;
    private final Producer producer;
    private final SubscriptionChanges changes;
    private final Sinks.Empty<Void> termination = Sinks.empty();
    private final AtomicReference<Subscription> upstream = new AtomicReference<>();
    private volatile boolean terminated;
    private volatile @Nullable Throwable error;

    private ShmSink(OwnedChannel owned, ShmSinkSettings<T> settings, Context context) {
        this.info = ShmChannelInfo.of(owned.name(), owned.header());
        this.codec = settings.codec();
        this.context = context;
        this.producer = new Producer(owned, settings.geometry(), settings.producer(), Loops.sinks(), this::terminated);
        this.changes = new SubscriptionChanges(this::subscriptionGauges);
        gauges().onChange(changes::changed);
    }

    /**
     * Begins to describe a sink.
     *
     * @param name the channel's name: a letter or digit, then at most 63 letters, digits, dots, underscores and hyphens
     * @param <T> the elements' type
     * @return a builder
     * @throws IllegalArgumentException if the name is not allowed
     */
    public static <T> ShmSinkBuilder<T> channel(String name) {
        return ShmSinkBuilder.channel(name);
    }

    /** Blocks for files and locks: for the library's threads. */
    static <T> ShmSink<T> open(ShmSinkSettings<T> settings, Context context) {
        OwnedChannel owned = OwnedChannel.open(settings.base(), settings.channel(), settings.newHeader());
        ShmSink<T> sink = new ShmSink<>(owned, settings, context);
        OpenSinks.add(sink);
        try {
            sink.producer.start();
        } catch (RuntimeException | Error e) {
            OpenSinks.remove(sink);
            owned.close();
            owned.closePool();
            throw new ShmFileException(owned.directory(), "the channel's thread could not be started", e);
        }
        return sink;
    }

    // ------------------------------------------------------------------ from the upstream

    @Override
    public Context currentContext() {
        return context;
    }

    @Override
    public void onSubscribe(Subscription s) {
        Objects.requireNonNull(s, "s");
        if (upstream.compareAndSet(null, s)) {
            producer.upstream(s);
        } else {
            // Rule 2.5.
            s.cancel();
            Operators.reportSubscriptionSet();
        }
    }

    @Override
    public void onNext(T value) {
        Objects.requireNonNull(value, "value");
        int slot = producer.begin();
        if (slot < 0) {
            Operators.onNextDropped(value, context);
            if (slot == Producer.OVERFLOW) {
                producer.cancelAndFail(Exceptions.failWithOverflow("channel " + info.name()
                        + ": the upstream emitted more elements than it was asked for; add an onBackpressure operator"));
            }
            return;
        }
        encode(value, slot);
    }

    private void encode(T value, int slot) {
        long length;
        long tag;
        try {
            length = codec.encode(value, producer.slot(slot));
            tag = codec.tag(value);
            if (length < 0 || length > info.slotSize()) {
                throw new ShmCodecException(info.name(), codec.getClass().getName() + " says that it wrote " + length
                        + " bytes into a slot of " + info.slotSize(), null);
            }
        } catch (Throwable e) {
            Operators.onDiscard(value, context);
            producer.abandon(slot);
            producer.cancelAndFail(typed(e));
            return;
        }
        producer.publish(slot, length, tag);
    }

    private Throwable typed(Throwable e) {
        if (e instanceof InternalError) {
            return producer.accessError(e);
        }
        return e instanceof ShmException
                ? e
                : new ShmCodecException(info.name(), codec.getClass().getName()
                        + " could not encode an element into a slot of " + info.slotSize() + " bytes: " + e, e);
    }

    @Override
    public void onError(Throwable t) {
        Objects.requireNonNull(t, "t");
        if (producer.over()) {
            Operators.onErrorDropped(t, context);
        } else {
            producer.fail(t);
        }
    }

    @Override
    public void onComplete() {
        producer.complete();
    }

    // ------------------------------------------------------------------ without an upstream

    /**
     * Waits for a free slot that subscribers have demand for. The sink has no upstream then: a sink is either subscribed to a
     * publisher or gives out slots.
     *
     * @return the slot, emitted on the thread that made it free, which may be the library's {@code reactor-shm-sink} and must not be
     *         blocked, or on the subscribing one; first come, first served; fails, with the reason, if the sink takes no more frames.
     *         A waiter that is cancelled leaves nothing behind. But an operator that has ended at the very moment when it is given a slot,
     *         {@code timeout} say, drops it ({@code onNextDropped}): it is then reported, and free again after a garbage collection.
     *         {@link #acquire(Duration)} drops none
     * @throws IllegalStateException if the sink is subscribed to a publisher
     */
    public Mono<ShmSlot> acquire() {
        return new SlotAcquisition(gate());
    }

    /**
     * A free slot that subscribers have demand for, if there is one at this moment. Any thread; does not block; may come before
     * those who wait.
     *
     * @return the slot, or empty
     * @throws IllegalStateException if the sink is subscribed to a publisher
     * @throws ShmException if the sink has ended, with the reason
     */
    public Optional<ShmSlot> tryAcquire() {
        ShmSlot slot = gate().poll();
        if (slot == null && producer.over()) {
            throw overError();
        }
        return Optional.ofNullable(slot);
    }

    /**
     * Waits, blocking, for a free slot that subscribers have demand for.
     *
     * @param timeout how long; no longer than now if it is zero or negative
     * @return the slot, which the caller publishes or aborts
     * @throws RuntimeException if the thread is interrupted, with the {@link InterruptedException} as its cause; the
     *        thread's flag is set
     * @throws IllegalStateException on a thread that must not block, or if the sink is subscribed to a publisher
     * @throws io.github.reactorshm.error.ShmAcquireTimeoutException if there was none in time
     * @throws ShmException if the sink has ended, with the reason
     */
    public ShmSlot acquire(Duration timeout) {
        if (Schedulers.isInNonBlockingThread()) {
            throw new IllegalStateException("acquire(Duration) blocks, which thread " + Thread.currentThread().getName()
                    + " must not; use acquire() there");
        }
        return new BlockingAcquisition().await(gate(), this, timeout);
    }

    /**
     * Completes a sink that gives out slots: subscribers get what was published, then the completion. Slots that are
     * acquired and not published can only be aborted, and those who wait for one are told so, on this thread. Any thread; idempotent;
     * does not block.
     *
     * @throws IllegalStateException if the sink is subscribed to a publisher
     */
    public void complete() {
        SlotGate gate = gate();
        producer.complete();
        gate.over();
    }

    /**
     * Fails a sink that gives out slots: subscribers get what was published, then the error; those who wait for a slot are told so, on
     * this thread. Any thread; idempotent; does not block.
     *
     * @param why the error, which subscribers see as a {@link io.github.reactorshm.error.ShmRemoteException}
     * @throws IllegalStateException if the sink is subscribed to a publisher
     */
    public void fail(Throwable why) {
        Objects.requireNonNull(why, "why");
        SlotGate gate = gate();
        producer.fail(why);
        gate.over();
    }

    private SlotGate gate() {
        Subscription s = upstream.get();
        if (s == null) {
            SlotGate made = new SlotGate(this, producer);
            if (upstream.compareAndSet(null, made)) {
                producer.upstream(made);
                return made;
            }
            s = upstream.get();
        }
        if (s instanceof SlotGate gate) {
            return gate;
        }
        throw new IllegalStateException("channel " + info.name()
                + " is subscribed to a publisher, so it gives out no slots; open another sink for that");
    }

    /** Why no slot is given out, or taken back, any more. */
    ShmException overError() {
        // Not what is signalled by onTerminate, which comes later: after the files are removed.
        Throwable why = producer.overReason();
        return why instanceof ShmException shm
                ? shm
                : new ShmCancelledException(info.name(), true, why == null
                        ? "the sink has completed or is ending; open it again to go on"
                        : "the sink has failed: " + why);
    }

    // ------------------------------------------------------------------ the end

    /**
     * How the sink ends.
     *
     * @return completes, on a thread of the library's that may block, when the upstream has completed, every frame was given
     *         back, and the files are removed; otherwise fails, after the files are removed
     */
    public Mono<Void> onTerminate() {
        return termination.asMono();
    }

    /** Cancels the upstream and ends the channel; its subscribers see their peer go. Idempotent; does not block. */
    @Override
    public void dispose() {
        producer.close();
    }

    /**
     * Ends the sink in good order: the upstream is cancelled, subscribers get the frames that were published and then the completion,
     * and the channel is closed when all frames were given back. If that takes longer than {@code patience}, it is closed then: what no
     * subscriber was given is {@linkplain #discarded() counted}, and those who miss frames get the error that says how many.
     * Nobody there: it is closed at once.
     *
     * @param patience how long it may take, not negative
     * @return completes when the channel is closed, on a thread of the library's that may block, however it ended; it begins when it is
     *         subscribed to
     * @throws IllegalArgumentException if {@code patience} is negative
     */
    public Mono<Void> disposeLater(Duration patience) {
        if (patience.isNegative()) {
            throw new IllegalArgumentException("patience must not be negative but is " + patience);
        }
        Mono<Void> closed = onTerminate().onErrorComplete();
        return Mono.defer(() -> {
            producer.drainAndClose();
            return closed.timeout(Duration.ofNanos(Nanos.of(patience)), Mono.defer(() -> {
                producer.cutOff();
                return closed;
            }));
        });
    }

    /**
     * Whether the sink has ended, for whatever reason.
     *
     * @return true if it takes no more elements
     */
    @Override
    public boolean isDisposed() {
        return producer.ended();
    }

    private void terminated(@Nullable Throwable why) {
        OpenSinks.remove(this);
        error = why;
        terminated = true;
        changes.over();
        if (why == null) {
            termination.tryEmitEmpty().orThrow();
        } else {
            termination.tryEmitError(why).orThrow();
        }
        if (upstream.get() instanceof SlotGate gate) {
            gate.over();
        }
    }

    // ------------------------------------------------------------------ what others see

    @Override
    public ShmChannelInfo getInfo() {
        return info;
    }

    @Override
    public int slots() {
        return info.slots();
    }

    @Override
    public int freeSlots() {
        return gauges().freeSlots();
    }

    @Override
    public int heldSlots() {
        return gauges().heldSlots();
    }

    @Override
    public int keptSlots() {
        return producer.keptSlots();
    }

    @Override
    public int subscriptions() {
        return gauges().subscriptions();
    }

    @Override
    public List<ShmSubscriptionGauges> subscriptionGauges() {
        return SubscriptionView.of(gauges().present());
    }

    @Override
    public Flux<List<ShmSubscriptionGauges>> subscriptionChanges() {
        return changes.flux();
    }

    @Override
    public long credit() {
        return gauges().credit();
    }

    @Override
    public long demand() {
        return gauges().demand();
    }

    @Override
    public long published() {
        return gauges().published();
    }

    @Override
    public int waitingFrames() {
        return gauges().waiting();
    }

    @Override
    public long discarded() {
        return gauges().discarded();
    }

    @Override
    public boolean stalled() {
        return gauges().stalled();
    }

    @Override
    public int waiters() {
        return upstream.get() instanceof SlotGate gate ? gate.waiting() : 0;
    }

    @Override
    public Optional<Duration> newestFrameAge() {
        return FrameAge.of(published(), gauges()::newestNanos);
    }

    @Override
    public long parks() {
        return Loops.sinks().parks();
    }

    @Override
    public long wakeUps() {
        return Loops.sinks().wakeUps();
    }

    private ProducerGauges gauges() {
        return producer.gauges();
    }

    @Override
    public @Nullable Object scanUnsafe(@SuppressWarnings("rawtypes") Attr key) {
        if (key == Attr.PARENT) {
            return upstream.get();
        }
        if (key == Attr.NAME) {
            return "shm:" + info.name();
        }
        if (key == Attr.TERMINATED) {
            return terminated;
        }
        if (key == Attr.CANCELLED) {
            return producer.ended() && !terminated;
        }
        if (key == Attr.ERROR) {
            return error;
        }
        if (key == Attr.BUFFERED) {
            return heldSlots();
        }
        if (key == Attr.CAPACITY) {
            return slots();
        }
        if (key == Attr.REQUESTED_FROM_DOWNSTREAM) {
            return demand();
        }
        if (key == Attr.RUN_STYLE) {
            return Attr.RunStyle.ASYNC;
        }
        return null;
    }

    @Override
    public String toString() {
        return "ShmSink{channel=" + info.name() + ", slots=" + info.slots() + ", free=" + freeSlots()
                + ", subscriptions="
                + subscriptions() + (isDisposed() ? ", ended}" : "}");
    }
}
