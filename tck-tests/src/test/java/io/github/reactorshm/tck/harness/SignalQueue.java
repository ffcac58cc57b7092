package io.github.reactorshm.tck.harness;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A subscriber in the other JVM, whose signals are fetched one by one; see {@link FarSource}. */
final class SignalQueue implements Subscriber<Long> {

    private final Queue<Signal> arrived = new ArrayDeque<>();
    private @Nullable CompletableFuture<String> wanted;
    private volatile @Nullable Subscription subscription;

    /** The next signal, when it is there. One at a time. */
    synchronized CompletableFuture<String> next() {
        CompletableFuture<String> future = new CompletableFuture<>();
        Signal first = arrived.poll();
        if (first == null) {
            wanted = future;
        } else {
            future.complete(first.toString());
        }
        return future;
    }

    private synchronized void arrive(Signal signal) {
        CompletableFuture<String> future = wanted;
        if (future == null) {
            arrived.add(signal);
        } else {
            wanted = null;
            future.complete(signal.toString());
        }
    }

    void request(long n) {
        subscription().request(n);
    }

    void cancel() {
        subscription().cancel();
    }

    private Subscription subscription() {
        Subscription s = subscription;
        if (s == null) {
            throw new IllegalStateException("there was no onSubscribe");
        }
        return s;
    }

    @Override
    public void onSubscribe(Subscription s) {
        subscription = s;
    }

    @Override
    public void onNext(Long element) {
        arrive(Signal.next(element));
    }

    @Override
    public void onError(Throwable t) {
        arrive(Signal.error(t));
    }

    @Override
    public void onComplete() {
        arrive(Signal.complete());
    }
}
