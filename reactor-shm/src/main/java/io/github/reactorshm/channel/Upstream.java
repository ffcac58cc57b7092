package io.github.reactorshm.channel;

import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;

/**
 * The sink's upstream: what is due to be asked of it is noted by any thread and done by the loop alone, so that calls to it
 * are serial and the thread that drains the books never runs user code.
 */
final class Upstream {

    private final AtomicLong requestDue = new AtomicLong();
    private volatile @Nullable Subscription subscription;
    private volatile boolean cancelDue;
    private boolean cancelled;

    /** The upstream is there; on its own thread. */
    void attach(Subscription s) {
        subscription = s;
    }

    boolean attached() {
        return subscription != null;
    }

    @Nullable
    Subscription subscription() {
        return subscription;
    }

    /** Notes that {@code n} elements are to be asked for; any thread. */
    void requestLater(long n) {
        if (n > 0) {
            requestDue.addAndGet(n);
        }
    }

    /** Notes that the upstream is to be cancelled; any thread. */
    void cancelLater() {
        cancelDue = true;
    }

    boolean cancelDue() {
        return cancelDue;
    }

    /** Whether the loop has something to do here. */
    boolean due() {
        return cancelDue || requestDue.get() > 0;
    }

    /**
     * Does what is due; on the loop.
     *
     * @return true if anything was
     */
    boolean run() {
        Subscription s = subscription;
        if (s == null) {
            return false;
        }
        if (cancelDue) {
            if (cancelled) {
                return false;
            }
            cancelled = true;
            s.cancel();
            return true;
        }
        if (requestDue.get() == 0) {
            return false;
        }
        s.request(requestDue.getAndSet(0));
        return true;
    }
}
