package io.github.reactorshm.tck.harness;

import java.lang.ref.WeakReference;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/**
 * The subscriptions of one test, so that those it leaves can be cancelled. They are known by weak references: rule 3.13 wants
 * that a cancelled one's subscriber can be collected.
 */
final class Subscriptions {

    private final Queue<WeakReference<Subscription>> all = new ConcurrentLinkedQueue<>();

    /** The publisher with all its signals as they are. */
    <T> Publisher<T> watch(Publisher<T> publisher) {
        return subscriber -> publisher.subscribe(subscriber == null ? null : new Watched<>(subscriber));
    }

    void cancelAll() {
        for (WeakReference<Subscription> known = all.poll(); known != null; known = all.poll()) {
            Subscription alive = known.get();
            if (alive != null) {
                alive.cancel();
            }
        }
    }

    /**
     * A {@link CoreSubscriber}, so that Reactor puts no {@code StrictSubscriber} in between, which would keep rules 1.3 and 3.9
     * in the library's place.
     */
    private final class Watched<T> extends Forwarding<T> implements CoreSubscriber<T> {

        Watched(Subscriber<? super T> actual) {
            super(actual);
        }

        @Override
        public void onSubscribe(Subscription s) {
            all.add(new WeakReference<>(s));
            super.onSubscribe(s);
        }
    }
}
