package io.github.reactorshm;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Scheduler;
import reactor.util.context.Context;

/**
 * One subscription of {@link FrameProcessing}. Frames come in order, each becomes a {@link FrameTask} at the tail of a queue
 * and is given to the scheduler; results leave at the head, in order, as they are asked for. At most {@code concurrency} tasks
 * are in the queue, and never more than there is demand for.
 */
final class FrameProcessor<R> implements CoreSubscriber<ShmFrame>, Subscription, Scannable {

    @SuppressWarnings("rawtypes")
    private static final AtomicLongFieldUpdater<FrameProcessor> REQUESTED = AtomicLongFieldUpdater
            .newUpdater(FrameProcessor.class, "requested");

    private final CoreSubscriber<? super R> actual;
    private final Scheduler scheduler;
    private final int concurrency;
    private final Function<? super ShmFrame, ? extends R> function;
    private final Queue<FrameTask<R>> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger wip = new AtomicInteger();

    private volatile long requested;
    private volatile boolean cancelled;
    private volatile boolean upstreamDone;
    private volatile @Nullable Throwable error;
    private volatile @Nullable Subscription upstream;

    // Written by whoever drains.
    private long emitted;
    private long asked;
    private volatile boolean done;

    FrameProcessor(CoreSubscriber<? super R> actual, Scheduler scheduler, int concurrency,
            Function<? super ShmFrame, ? extends R> function) {
        this.actual = actual;
        this.scheduler = scheduler;
        this.concurrency = concurrency;
        this.function = function;
    }

    @Override
    public Context currentContext() {
        return actual.currentContext();
    }

    // ------------------------------------------------------------------ from the channel

    @Override
    public void onSubscribe(Subscription s) {
        if (Operators.validate(upstream, s)) {
            upstream = s;
            actual.onSubscribe(this);
        }
    }

    @Override
    public void onNext(ShmFrame frame) {
        FrameTask<R> task = new FrameTask<>(frame, function, this);
        tasks.add(task);
        try {
            scheduler.schedule(task);
        } catch (RejectedExecutionException e) {
            task.reject(Operators.onRejectedExecution(e, actual.currentContext()));
            drain();
        }
        if (cancelled || done) {
            // The end went through the queue before this task was in it.
            drain();
        }
    }

    @Override
    public void onError(Throwable t) {
        error = t;
        upstreamDone = true;
        drain();
    }

    @Override
    public void onComplete() {
        upstreamDone = true;
        drain();
    }

    // ------------------------------------------------------------------ from the subscriber

    @Override
    public void request(long n) {
        if (n <= 0) {
            // The source signals rule 3.9 itself; its error comes through here.
            Subscription s = upstream;
            if (s != null) {
                s.request(n);
            }
            return;
        }
        Operators.addCap(REQUESTED, this, n);
        drain();
    }

    @Override
    public void cancel() {
        if (!cancelled) {
            cancelled = true;
            drain();
        }
    }

    // ------------------------------------------------------------------ the drain

    void drain() {
        if (wip.getAndIncrement() != 0) {
            return;
        }
        int missed = 1;
        do {
            if (done || cancelled) {
                discard();
            } else {
                emit();
            }
            missed = wip.addAndGet(-missed);
        } while (missed != 0);
    }

    private void discard() {
        if (!done) {
            done = true;
            cancelUpstream();
        }
        for (FrameTask<R> task = tasks.poll(); task != null; task = tasks.poll()) {
            task.abandon();
        }
    }

    private void emit() {
        // Before the queue: what came before the end is in the queue by then.
        boolean last = upstreamDone;
        while (!cancelled && emitted != requested) {
            FrameTask<R> head = tasks.peek();
            if (head == null || !head.isDone()) {
                break;
            }
            tasks.poll();
            Throwable failed = head.error();
            if (failed != null) {
                end(failed);
                return;
            }
            emitted++;
            try {
                actual.onNext(head.result());
            } catch (Throwable thrown) {
                // Rule 2.13 forbids it; the subscription must still end, once.
                end(thrown);
                return;
            }
        }
        if (cancelled) {
            return;
        }
        FrameTask<R> head = tasks.peek();
        Throwable next = head != null && head.isDone() ? head.error() : null;
        if (next != null) {
            // An error needs no demand.
            tasks.poll();
            end(next);
        } else if (head == null && last) {
            done = true;
            Throwable t = error;
            if (t == null) {
                actual.onComplete();
            } else {
                actual.onError(t);
            }
        } else {
            askForMore();
        }
    }

    private void end(Throwable failed) {
        discard();
        actual.onError(failed);
    }

    /** What a function made, or threw, that nobody waits for any more. */
    void drop(@Nullable R result, @Nullable Throwable thrown) {
        if (result != null) {
            Operators.onDiscard(result, actual.currentContext());
        }
        if (thrown != null) {
            Operators.onErrorDropped(thrown, actual.currentContext());
        }
    }

    /** As many frames as workers are free and results were asked for. */
    private void askForMore() {
        long most = Math.min(requested, Operators.addCap(emitted, concurrency));
        long more = most - asked;
        Subscription s = upstream;
        if (more > 0 && s != null) {
            asked += more;
            s.request(more);
        }
    }

    private void cancelUpstream() {
        Subscription s = upstream;
        if (s != null) {
            s.cancel();
        }
    }

    @Override
    public @Nullable Object scanUnsafe(@SuppressWarnings("rawtypes") Attr key) {
        if (key == Attr.PARENT) {
            return upstream;
        }
        if (key == Attr.ACTUAL) {
            return actual;
        }
        if (key == Attr.CANCELLED) {
            return cancelled;
        }
        if (key == Attr.TERMINATED) {
            return done && !cancelled;
        }
        if (key == Attr.ERROR) {
            return error;
        }
        if (key == Attr.BUFFERED) {
            return tasks.size();
        }
        if (key == Attr.PREFETCH) {
            return concurrency;
        }
        if (key == Attr.REQUESTED_FROM_DOWNSTREAM) {
            return requested;
        }
        if (key == Attr.RUN_ON) {
            return scheduler;
        }
        if (key == Attr.RUN_STYLE) {
            return Attr.RunStyle.ASYNC;
        }
        return null;
    }
}
