package io.github.reactorshm.channel;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

import io.github.reactorshm.control.Attached;
import io.github.reactorshm.control.ControlThread;
import io.github.reactorshm.control.Dialer;
import io.github.reactorshm.error.ShmCancelledException;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmFileException;
import io.github.reactorshm.error.ShmPeerLostException;
import io.github.reactorshm.error.ShmProtocolException;
import io.github.reactorshm.layout.DeliveryMode;
import io.github.reactorshm.layout.EntryKind;
import io.github.reactorshm.layout.SubscriptionControl;
import io.github.reactorshm.loop.Loop;
import io.github.reactorshm.loop.LoopTask;
import io.github.reactorshm.loop.WireListener;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Operators;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * One subscription's consumer end: attaches after {@code onSubscribe} has returned, emits what the ring holds as it is asked
 * for, and ends.
 *
 * <p>
 * Signals are serial, by {@link #drain()}: on the loop, or on a thread that calls {@code request} while frames are there.
 * A drain emits at most as many frames as the ring holds; what comes meanwhile is the loop's.
 *
 * @param <T> the elements' type
 */
public final class Consumer<T> implements Subscription, Scannable, LoopTask, WireListener, Dialer.Outcome {

    private static final Logger LOG = Loggers.getLogger(Consumer.class);

    @SuppressWarnings("rawtypes")
    private static final AtomicLongFieldUpdater<Consumer> REQUESTED = AtomicLongFieldUpdater.newUpdater(Consumer.class,
            "requested");

    // Let go of at the end: frames that are still open keep this object, and must not keep the subscriber (rule 3.13).
    private CoreSubscriber<? super T> actual;
    private final ElementReader<T> reader;
    private final ConsumerSettings settings;
    private final Loop loop;
    private final Dialer dialer;
    private final ConsumerCounts counts;
    // Held from the start, so that nothing is signalled while onSubscribe runs.
    private final AtomicInteger wip = new AtomicInteger(1);

    private volatile long requested;
    private volatile boolean cancelled;
    private volatile boolean leaving;
    private volatile boolean again;
    private volatile @Nullable Throwable failure;
    private volatile @Nullable Attachment attachment;
    private volatile boolean peerGone;
    private volatile boolean done;
    private volatile boolean dialing;

    // Written by whoever drains.
    private long emitted;
    private long stored;
    private boolean toldLeaving;
    private boolean warnedOfStarving;
    private long activity;

    /**
     * A subscription that has not begun.
     *
     * @param actual the subscriber
     * @param reader makes its elements
     * @param settings what it is told
     * @param loop the loop on which it emits
     */
    public Consumer(CoreSubscriber<? super T> actual, ElementReader<T> reader, ConsumerSettings settings,
            Loop loop) {
        this.actual = actual;
        this.reader = reader;
        this.settings = settings;
        this.loop = loop;
        this.counts = new ConsumerCounts(settings.service().mode() == DeliveryMode.LATEST);
        this.dialer = new Dialer(settings.base(), settings.channel(), settings.service(), settings.contentType(),
                settings.connectTimeout(), this);
    }

    /** Hands the subscription to the subscriber, then begins to attach. On the subscribing thread; does not block. */
    public void start() {
        actual.onSubscribe(this);
        settings.gauges().add(counts);
        settings.open().add(this);
        try {
            loop.add(this);
            if (!cancelled && failure == null) {
                dialer.start();
                dialing = true;
            }
        } catch (RuntimeException | Error e) {
            fail(new ShmFileException(settings.base().channel(settings.channel()),
                    "the subscription's thread could not be started", e));
        }
        drainWhileMissed();
    }

    // ------------------------------------------------------------------ the subscriber's threads

    @Override
    public void request(long n) {
        if (n <= 0) {
            fail(new IllegalArgumentException("rule 3.9: request(" + n + "): more than 0 elements must be asked for"));
        } else {
            Operators.addCap(REQUESTED, this, n);
        }
        drain();
    }

    @Override
    public void cancel() {
        if (!cancelled) {
            cancelled = true;
            drain();
        }
    }

    // ------------------------------------------------------------------ the source is disposed of

    /** Takes what the ring holds, as it is asked for, and then completes. Any thread. */
    void leave() {
        leaving = true;
        again = true;
        loop.wake();
    }

    /** Fails now. Any thread. */
    void cutOff() {
        fail(new ShmCancelledException(settings.channel(), true, "the source was disposed of before the stream's end"));
        loop.wake();
    }

    /** It came too late. */
    void refuse() {
        fail(new ShmCancelledException(settings.channel(), true, "the source was disposed of; build another one"));
    }

    // ------------------------------------------------------------------ the control thread

    @Override
    public void attached(Attached attached) {
        attachment = new Attachment(settings.channel(), settings.base().channel(settings.channel()), attached, loop,
                this::released, this, settings);
        again = true;
        loop.wake();
    }

    private void released() {
        if (done) {
            loop.remove(this);
        }
    }

    @Override
    public void failed(ShmException error) {
        fail(error);
        loop.wake();
    }

    @Override
    public void wireRang() {
        loop.wake();
    }

    @Override
    public void wireEnded() {
        peerGone = true;
        again = true;
        loop.wake();
    }

    @Override
    public void wireBroken(ShmProtocolException error) {
        fail(error);
        loop.wake();
    }

    /** The first failure counts; whoever drains signals it. */
    private synchronized void fail(Throwable error) {
        if (failure == null) {
            failure = error;
            again = true;
        }
    }

    // ------------------------------------------------------------------ the loop's thread

    @Override
    public boolean poll(boolean thorough) {
        long before = activity;
        Attachment a = attachment;
        if (a != null) {
            a.ringIfDue();
            if (thorough) {
                warnIfStarving(a);
            }
        }
        boolean handedOver = again;
        if (handedOver) {
            // Only what was seen is cleared, before the drain that sees what it stands for: others set it at any moment.
            again = false;
        }
        if (!done && (handedOver || (a != null && a.ring().hasNews()))) {
            drain();
        }
        return handedOver || activity != before;
    }

    @Override
    public boolean watches() {
        return attachment != null;
    }

    @Override
    public void announce() {
        Attachment a = attachment;
        if (a != null) {
            a.control().storeConsumerParked(true);
        }
    }

    @Override
    public void retract() {
        Attachment a = attachment;
        if (a != null) {
            a.control().storeConsumerParked(false);
        }
    }

    @Override
    public void failed(Throwable error) {
        fail(shared(error));
        drain();
    }

    private Throwable shared(Throwable error) {
        return ErrorTexts.ofAccess(settings.base().channel(settings.channel()), error);
    }

    private void warnIfStarving(Attachment a) {
        // With nothing held here, the word is out of date: the producer has not looked yet.
        boolean starving = a.control().starving() && a.held() > 0;
        if (starving && !warnedOfStarving) {
            LOG.warn("channel " + settings.channel() + ": its producer waits for slots; this subscription holds "
                    + a.held() + " of " + a.geometry().slots() + ". Close frames sooner, or gather fewer at once");
        }
        warnedOfStarving = starving;
        if (starving && settings.collectWhenStarving()) {
            LostFrames.askForCollection();
        }
    }

    // ------------------------------------------------------------------ the drain

    private void drain() {
        if (wip.getAndIncrement() == 0) {
            drainWhileMissed();
        }
    }

    private void drainWhileMissed() {
        int missed = 1;
        Attachment a = attachment;
        int budget = a == null ? 1 : a.control().ringCapacity();
        do {
            if (!done) {
                budget = drainOnce(budget);
            }
            missed = wip.addAndGet(-missed);
        } while (missed != 0);
    }

    private int drainOnce(int budget) {
        Attachment a = attachment;
        if (cancelled) {
            finish(a, true);
            ended();
            return budget;
        }
        Throwable error = failure;
        if (error != null) {
            fail(a, error);
            return budget;
        }
        if (a == null) {
            if (leaving) {
                // Nothing can have come.
                complete(null);
            }
            return budget;
        }
        try {
            return emit(a, budget);
        } catch (ShmProtocolException e) {
            fail(a, e);
            return budget;
        } catch (InternalError e) {
            fail(a, shared(e));
            return budget;
        }
    }

    private int emit(Attachment a, int budget) {
        // Before the ring: what was published before the end of file is whole, and is emitted first.
        boolean gone = peerGone;
        if (leaving && !toldLeaving) {
            toldLeaving = true;
            a.control().storeLeaving();
            a.ringIfParked();
        }
        long asked = requested;
        if (asked != stored) {
            tell(a, asked);
        }
        RingReader ring = a.ring();
        int left = budget;
        while (!cancelled && failure == null) {
            int kind = ring.look();
            if (kind == RingReader.NOTHING) {
                if (gone) {
                    lost(a);
                }
                break;
            }
            if (kind != EntryKind.NEXT) {
                terminate(a, kind);
                return left;
            }
            if (emitted == asked) {
                asked = requested;
                if (emitted == asked) {
                    break;
                }
                tell(a, asked);
            }
            if (left == 0) {
                again = true;
                loop.wake();
                break;
            }
            left--;
            if (!emitOne(a)) {
                break;
            }
        }
        if (!done && (cancelled || failure != null)) {
            // Whoever set it has called drain() or wakes the loop; a failure found here has nobody else.
            again = true;
            wip.getAndIncrement();
        }
        return left;
    }

    private void tell(Attachment a, long asked) {
        stored = asked;
        a.control().storeRequested(asked);
        a.ringIfParked();
        activity++;
    }

    private boolean emitOne(Attachment a) {
        HeldSlot slot = a.ring().take(a, reader.keepsSlots());
        counts.took(slot.sequence(), slot.publishedNanos(), slot.redelivered());
        emitted++;
        activity++;
        T element;
        try {
            element = reader.read(slot);
        } catch (Throwable e) {
            fail(e instanceof InternalError ? shared(e) : e);
            return false;
        }
        try {
            actual.onNext(element);
            return true;
        } catch (Throwable e) {
            // Rule 2.13 forbids it. Whatever it was, the subscription must still end, once, and the slot must come back.
            reader.discard(element);
            fail(e);
            return false;
        }
    }

    private void lost(Attachment a) {
        if (a.control().producerState() == SubscriptionControl.PRODUCER_UNATTACHED) {
            // It went before it had taken the subscription into its books: the channel is not there yet.
            attachment = null;
            peerGone = false;
            stored = 0;
            a.consumerLeft();
            if (leaving) {
                again = true;
                wip.getAndIncrement();
            } else {
                dialer.dialAgain();
            }
            return;
        }
        fail(a, new ShmPeerLostException(settings.channel(),
                "the producer's process went away without completing the stream; " + emitted + " frames had come"));
    }

    private void terminate(Attachment a, int kind) {
        Throwable error = kind == EntryKind.ERROR ? remoteError(a) : null;
        a.ring().takeTerminal();
        if (error == null) {
            complete(a);
            return;
        }
        CoreSubscriber<? super T> last = finish(a, false);
        try {
            last.onError(error);
        } finally {
            ended();
        }
    }

    private void complete(@Nullable Attachment a) {
        CoreSubscriber<? super T> last = finish(a, a == null);
        try {
            last.onComplete();
        } finally {
            ended();
        }
    }

    private void fail(@Nullable Attachment a, Throwable error) {
        CoreSubscriber<? super T> last = finish(a, true);
        try {
            last.onError(error);
        } finally {
            ended();
        }
    }

    /** The last signal is out. */
    private void ended() {
        settings.gauges().remove(counts);
        settings.open().remove(this);
    }

    private Throwable remoteError(Attachment a) {
        try {
            return ErrorTexts.toException(settings.channel(), a.control().readError(settings.channel()));
        } catch (ShmProtocolException e) {
            return e;
        }
    }

    /** Nothing is signalled after this but the terminal signal. What is held stays until it is closed. */
    private CoreSubscriber<? super T> finish(@Nullable Attachment a, boolean tellProducer) {
        CoreSubscriber<? super T> last = actual;
        actual = Operators.emptySubscriber();
        done = true;
        activity++;
        if (a == null) {
            if (!dialing) {
                loop.remove(this);
                return last;
            }
            dialer.cancel();
            // On the same thread as the dialer, which may have attached just before.
            ControlThread.get().execute(this::releaseLate);
            return last;
        }
        if (tellProducer) {
            tellCancelled(a);
        }
        a.consumerLeft();
        return last;
    }

    private void tellCancelled(Attachment a) {
        try {
            a.control().storeCancelled();
            a.ringIfParked();
        } catch (InternalError e) {
            // The control file was truncated; the end of the socket tells the producer.
            LOG.warn("channel " + settings.channel() + ": a subscription could not be cancelled in its file", e);
        }
    }

    private void releaseLate() {
        Attachment late = attachment;
        if (late == null) {
            loop.remove(this);
        } else {
            tellCancelled(late);
            late.consumerLeft();
        }
    }

    // ------------------------------------------------------------------ what others see

    @Override
    public @Nullable Object scanUnsafe(@SuppressWarnings("rawtypes") Attr key) {
        if (key == Attr.ACTUAL) {
            return done ? null : actual;
        }
        if (key == Attr.CANCELLED) {
            return cancelled;
        }
        if (key == Attr.TERMINATED) {
            return done && !cancelled;
        }
        if (key == Attr.REQUESTED_FROM_DOWNSTREAM) {
            return Operators.multiplyCap(1, Math.max(0, requested - emitted));
        }
        if (key == Attr.ERROR) {
            return failure;
        }
        if (key == Attr.NAME) {
            return "shm:" + settings.channel();
        }
        if (key == Attr.RUN_STYLE) {
            return Attr.RunStyle.ASYNC;
        }
        if (key == Attr.BUFFERED) {
            Attachment a = attachment;
            return a == null ? 0 : a.held();
        }
        return null;
    }
}
