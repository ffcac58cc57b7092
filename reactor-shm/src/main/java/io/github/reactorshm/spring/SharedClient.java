package io.github.reactorshm.spring;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

import io.github.reactorshm.ShmFrame;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.Logger;
import reactor.util.Loggers;

/** One client of a shared subscription: its demand, and the frame that is on its way to it. Signals go one after the other. */
final class SharedClient implements Subscription {

    private static final Logger LOG = Loggers.getLogger(SharedFrames.class);

    private final CoreSubscriber<? super ShmFrame> actual;
    private final Consumer<SharedClient> gone;
    private final AtomicLong requested = new AtomicLong();
    private final AtomicReference<@Nullable ShmFrame> next = new AtomicReference<>();
    /** Taken until onSubscribe has returned: no signal comes before that. */
    private final AtomicInteger wip = new AtomicInteger(1);
    private volatile boolean done;
    private volatile boolean cancelled;
    private volatile @Nullable Throwable error;

    SharedClient(CoreSubscriber<? super ShmFrame> actual, Consumer<SharedClient> gone) {
        this.actual = actual;
        this.gone = gone;
    }

    /** From now on signals come. */
    void begin() {
        actual.onSubscribe(this);
        drainTaken();
    }

    /** A frame, to which the client gets a handle of its own if it has asked for one. One call at a time. */
    boolean offer(ShmFrame frame) {
        if (cancelled || done || requested.get() == 0 || next.get() != null) {
            return false;
        }
        requested.updateAndGet(n -> n == Long.MAX_VALUE ? n : n - 1);
        next.set(frame.retain());
        drain();
        return true;
    }

    void complete() {
        done = true;
        drain();
    }

    void fail(Throwable failure) {
        error = failure;
        complete();
    }

    @Override
    public void request(long n) {
        if (n > 0) {
            requested.accumulateAndGet(n, Operators::addCap);
        } else {
            fail(new IllegalArgumentException("rule 3.9: request(" + n + ") but the number must be more than zero"));
        }
    }

    @Override
    public void cancel() {
        cancelled = true;
        drain();
    }

    private void drain() {
        if (wip.getAndIncrement() == 0) {
            drainTaken();
        }
    }

    private void drainTaken() {
        int missed = 1;
        while (missed != 0) {
            emit();
            missed = wip.addAndGet(-missed);
        }
    }

    private void emit() {
        ShmFrame frame = next.getAndSet(null);
        if (cancelled) {
            gone.accept(this);
            if (frame != null) {
                frame.close();
            }
            return;
        }
        if (frame != null && !handOver(frame)) {
            return;
        }
        // Whoever has enough with this frame has cancelled meanwhile.
        if (done && !cancelled) {
            cancelled = true;
            gone.accept(this);
            Throwable failure = error;
            if (failure == null) {
                actual.onComplete();
            } else {
                actual.onError(failure);
            }
        }
    }

    /** One client's fault, or the memory that it lacks, is not the others': it is let go. */
    private boolean handOver(ShmFrame frame) {
        try {
            actual.onNext(frame);
            return true;
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "a client of channel {} has thrown in onNext, which is against the specification; it gets nothing more",
                    frame.info().name(), e);
            frame.close();
            cancelled = true;
            gone.accept(this);
            return false;
        }
    }
}
