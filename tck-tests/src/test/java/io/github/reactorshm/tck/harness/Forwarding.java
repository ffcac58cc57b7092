package io.github.reactorshm.tck.harness;

import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Passes every signal on as it is, the nulls too that the TCK sends. */
class Forwarding<T> implements Subscriber<T> {

    private final Subscriber<? super T> next;

    Forwarding(Subscriber<? super T> next) {
        this.next = next;
    }

    @Override
    public void onSubscribe(Subscription s) {
        next.onSubscribe(s);
    }

    @Override
    public void onNext(T element) {
        next.onNext(element);
    }

    @Override
    public void onError(Throwable t) {
        next.onError(t);
    }

    @Override
    public void onComplete() {
        next.onComplete();
    }
}
