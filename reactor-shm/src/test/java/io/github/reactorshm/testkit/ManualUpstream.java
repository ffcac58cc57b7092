package io.github.reactorshm.testkit;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

import static org.assertj.core.api.Assertions.assertThat;

/** An upstream of one subscriber that emits only what a test tells it to, and keeps an exact account of what it was asked. */
public final class ManualUpstream<T> implements Publisher<T> {

    private final AtomicReference<Subscriber<? super T>> subscriber = new AtomicReference<>();
    private final AtomicLong requested = new AtomicLong();
    private final AtomicLong emitted = new AtomicLong();
    private final AtomicInteger cancels = new AtomicInteger();
    private final Changes changes = new Changes();

    @Override
    public void subscribe(Subscriber<? super T> s) {
        if (!subscriber.compareAndSet(null, s)) {
            throw new IllegalStateException("one subscriber only");
        }
        s.onSubscribe(new Subscription() {
            @Override
            public void request(long n) {
                requested.addAndGet(n);
                changes.happened();
            }

            @Override
            public void cancel() {
                cancels.incrementAndGet();
                changes.happened();
            }
        });
    }

    public long requested() {
        return requested.get();
    }

    public long emitted() {
        return emitted.get();
    }

    /** What was asked for and not emitted. */
    public long outstanding() {
        return requested.get() - emitted.get();
    }

    public int cancels() {
        return cancels.get();
    }

    /** Waits until at least so many were asked for in all; more than that is a fault. */
    public void awaitRequested(long n) {
        changes.await(() -> requested() >= n, () -> n + " elements asked for; there are " + requested());
        assertThat(requested()).as("elements asked for in all").isEqualTo(n);
    }

    public void awaitCancelled() {
        changes.await(() -> cancels() > 0, () -> "a cancel");
    }

    /** Emits an element as soon as it was asked for. */
    public void nextOnDemand(T element) {
        changes.await(() -> outstanding() > 0,
                () -> "demand for element " + (emitted() + 1) + "; asked for are " + requested());
        next(element);
    }

    /** Emits an element for which there is demand. */
    public void next(T element) {
        assertThat(outstanding()).as("demand for another element").isPositive();
        emitted.incrementAndGet();
        subscriber.get().onNext(element);
    }

    /** Emits an element whether there is demand or not. */
    public void nextUnasked(T element) {
        emitted.incrementAndGet();
        subscriber.get().onNext(element);
    }

    public void complete() {
        subscriber.get().onComplete();
    }

    public void error(Throwable t) {
        subscriber.get().onError(t);
    }
}
