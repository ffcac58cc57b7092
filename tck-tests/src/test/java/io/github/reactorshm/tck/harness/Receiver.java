package io.github.reactorshm.tck.harness;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A subscriber that takes what comes and asks for what it is told to. */
public final class Receiver implements Subscriber<Long> {

    private volatile @Nullable Subscription subscription;

    public void request(long n) {
        Subscription s = subscription;
        if (s == null) {
            throw new IllegalStateException("not subscribed yet");
        }
        s.request(n);
    }

    @Override
    public void onSubscribe(Subscription s) {
        subscription = s;
    }

    @Override
    public void onNext(Long element) {}

    @Override
    public void onError(Throwable t) {}

    @Override
    public void onComplete() {}
}
