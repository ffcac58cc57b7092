package io.github.reactorshm.discard;

import java.util.Collection;
import java.util.concurrent.CountDownLatch;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.testkit.Payloads;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.util.context.Context;
import reactor.util.function.Tuple2;

/** A subscriber that checks and closes every frame that it gets, alone or gathered, also after its cancel. */
final class Receiver implements CoreSubscriber<Object> {

    private final long first;
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch open;
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile Subscription subscription;
    private volatile String enteredOn = "";

    private Receiver(long first, boolean gated) {
        this.first = first;
        this.open = new CountDownLatch(gated ? 1 : 0);
    }

    /** One that asks for so many at first. */
    static Receiver asking(long first) {
        return new Receiver(first, false);
    }

    /** One that asks for everything, and stays in its first onNext until it is told to leave. */
    static Receiver gated() {
        return new Receiver(Long.MAX_VALUE, true);
    }

    @Override
    public Context currentContext() {
        return Context.empty();
    }

    @Override
    public void onSubscribe(Subscription s) {
        subscription = s;
        s.request(first);
    }

    @Override
    public void onNext(Object element) {
        enteredOn = Thread.currentThread().getName();
        entered.countDown();
        try {
            Waiting.until(open, "the gate's opening");
        } finally {
            close(element);
        }
    }

    private static void close(Object element) {
        if (element instanceof ShmFrame frame) {
            try (frame) {
                Payloads.check(frame);
            }
        } else if (element instanceof Collection<?> several) {
            several.forEach(Receiver::close);
        } else if (element instanceof Tuple2<?, ?> two) {
            close(two.getT1());
            close(two.getT2());
        }
    }

    @Override
    public void onError(Throwable t) {
        ended.countDown();
    }

    @Override
    public void onComplete() {
        ended.countDown();
    }

    void requestAll() {
        subscription.request(Long.MAX_VALUE);
    }

    void cancel() {
        subscription.cancel();
    }

    /** Waits until it is in onNext; returns on which thread. */
    String awaitEntered() {
        Waiting.until(entered, "an element");
        return enteredOn;
    }

    void open() {
        open.countDown();
    }

    void awaitEnd() {
        Waiting.until(ended, "a terminal signal");
    }
}
