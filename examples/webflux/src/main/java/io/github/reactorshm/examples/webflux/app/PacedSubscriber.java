package io.github.reactorshm.examples.webflux.app;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

import org.reactivestreams.Subscription;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.SignalType;
import reactor.util.Logger;
import reactor.util.Loggers;

/** Asks for one element when it is told to, and for no other before that one came. */
final class PacedSubscriber<T> extends BaseSubscriber<T> {

    private static final Logger LOG = Loggers.getLogger(PacedSubscriber.class);

    private final Consumer<T> elements;
    private final AtomicBoolean waiting = new AtomicBoolean();
    private final AtomicLong asked = new AtomicLong();

    PacedSubscriber(Consumer<T> elements) {
        this.elements = elements;
    }

    void ask() {
        if (waiting.compareAndSet(false, true)) {
            asked.incrementAndGet();
            request(1);
        }
    }

    /** Elements that were asked for, a counter. */
    long asked() {
        return asked.get();
    }

    @Override
    protected void hookOnSubscribe(Subscription subscription) {
        // Nothing is asked for before the first call.
    }

    @Override
    protected void hookOnNext(T value) {
        waiting.set(false);
        elements.accept(value);
    }

    @Override
    protected void hookOnError(Throwable error) {
        LOG.error("the analysis has ended: start the application again", error);
    }

    @Override
    protected void hookFinally(SignalType type) {
        waiting.set(true);
    }
}
