package io.github.reactorshm.testkit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A subscriber that asks by hand and writes down every signal. What breaks Reactive Streams (overlapping signals, more than
 * asked for, anything after the end) is written down too, and {@link #verify()} fails on it.
 */
public final class Recorder<T> implements CoreSubscriber<T> {

    private final long first;
    private final Consumer<? super T> onNext;
    private final List<T> items = Collections.synchronizedList(new ArrayList<>());
    private final List<Object> terminals = new CopyOnWriteArrayList<>();
    private final List<String> faults = new CopyOnWriteArrayList<>();
    private final AtomicLong requested = new AtomicLong();
    private final AtomicLong received = new AtomicLong();
    private final AtomicInteger signalling = new AtomicInteger();
    private final Changes changes = new Changes();
    private volatile Subscription subscription;

    private Recorder(long first, Consumer<? super T> onNext) {
        this.first = first;
        this.onNext = onNext;
    }

    /** Asks for so many at once; 0 for none. */
    public static <T> Recorder<T> asking(long first) {
        return new Recorder<>(first, item -> {});
    }

    /** Asks for everything and does something with each item. */
    public static <T> Recorder<T> unbounded(Consumer<? super T> onNext) {
        return new Recorder<>(Long.MAX_VALUE, onNext);
    }

    @Override
    public void onSubscribe(Subscription s) {
        subscription = s;
        if (first > 0) {
            request(first);
        }
    }

    @Override
    public void onNext(T item) {
        enter("onNext");
        if (received.incrementAndGet() > requested.get()) {
            faults.add("item " + received + " with a demand of " + requested);
        }
        try {
            onNext.accept(item);
        } finally {
            items.add(item);
            signalling.decrementAndGet();
            changes.happened();
        }
    }

    @Override
    public void onError(Throwable t) {
        end(t);
    }

    @Override
    public void onComplete() {
        end("complete");
    }

    private void end(Object signal) {
        enter("the terminal signal");
        terminals.add(signal);
        signalling.decrementAndGet();
        changes.happened();
    }

    private void enter(String signal) {
        if (signalling.getAndIncrement() != 0) {
            faults.add(signal + " overlaps another signal");
        }
        if (!terminals.isEmpty()) {
            faults.add(signal + " after " + terminals);
        }
    }

    public void request(long n) {
        if (n > 0) {
            requested.accumulateAndGet(n, (a, b) -> a + b < 0 ? Long.MAX_VALUE : a + b);
        }
        subscription.request(n);
    }

    public void cancel() {
        subscription.cancel();
    }

    public Subscription subscription() {
        return subscription;
    }

    public List<T> items() {
        synchronized (items) {
            return new ArrayList<>(items);
        }
    }

    public int size() {
        return items.size();
    }

    /** Waits for so many items; more than that is a fault. */
    public List<T> awaitItems(int n) {
        changes.await(() -> size() >= n || isTerminated(), () -> n + " items; there are " + size());
        assertThat(size()).as("items; ends: %s", terminals).isEqualTo(n);
        return items();
    }

    /** Waits for so many items, or more. */
    public void awaitAtLeast(int n) {
        changes.await(() -> size() >= n || isTerminated(), () -> n + " items or more; there are " + size());
        assertThat(size()).as("items; ends: %s", terminals).isGreaterThanOrEqualTo(n);
    }

    public boolean isTerminated() {
        return !terminals.isEmpty();
    }

    /** Waits for the completion. */
    public void awaitComplete() {
        awaitEnd();
        assertThat(terminals).as("terminal signals").containsExactly("complete");
    }

    /** Waits for an error of that type. */
    public <E extends Throwable> E awaitError(Class<E> type) {
        awaitEnd();
        assertThat(terminals).as("terminal signals").singleElement().isInstanceOf(type);
        return type.cast(terminals.getFirst());
    }

    /** Waits for the end, whatever it is. */
    public void awaitEnd() {
        changes.await(this::isTerminated, () -> "a terminal signal; " + size() + " items came");
    }

    /** The terminal signal: the error, or "complete"; fails if there is none yet. */
    public Object terminal() {
        return terminals.getFirst();
    }

    /** Fails if anything broke the rules so far. */
    public void verify() {
        assertThat(faults).as("breaks of Reactive Streams").isEmpty();
        assertThat(terminals).as("terminal signals").hasSizeLessThanOrEqualTo(1);
    }
}
