package io.github.reactorshm.discard;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.FluxOperator;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/** Passes every signal on as it is, and counts, over all its subscriptions. */
final class Tap extends FluxOperator<Object, Object> {

    private final AtomicLong asked = new AtomicLong();
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicInteger attached = new AtomicInteger();

    Tap(Flux<Object> source) {
        super(source);
    }

    @Override
    public void subscribe(CoreSubscriber<? super Object> actual) {
        attached.incrementAndGet();
        source.subscribe(new Inner(actual));
    }

    /** How many elements were asked for. */
    long asked() {
        return asked.get();
    }

    /** How many elements the operator behind it has taken: its onNext has returned. */
    int taken() {
        return taken.get();
    }

    /** How many subscriptions have not ended and were not cancelled. */
    int attached() {
        return attached.get();
    }

    private final class Inner implements CoreSubscriber<Object>, Subscription {

        private final CoreSubscriber<? super Object> actual;
        private final AtomicBoolean over = new AtomicBoolean();
        private Subscription upstream = Operators.emptySubscription();

        Inner(CoreSubscriber<? super Object> actual) {
            this.actual = actual;
        }

        @Override
        public Context currentContext() {
            return actual.currentContext();
        }

        @Override
        public void onSubscribe(Subscription s) {
            upstream = s;
            actual.onSubscribe(this);
        }

        @Override
        public void onNext(Object element) {
            actual.onNext(element);
            taken.incrementAndGet();
        }

        @Override
        public void onError(Throwable t) {
            end();
            actual.onError(t);
        }

        @Override
        public void onComplete() {
            end();
            actual.onComplete();
        }

        @Override
        public void request(long n) {
            asked.accumulateAndGet(n, Operators::addCap);
            upstream.request(n);
        }

        @Override
        public void cancel() {
            upstream.cancel();
            end();
        }

        private void end() {
            if (over.compareAndSet(false, true)) {
                attached.decrementAndGet();
            }
        }
    }
}
