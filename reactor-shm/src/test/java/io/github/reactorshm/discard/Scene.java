package io.github.reactorshm.discard;

import java.util.concurrent.atomic.AtomicInteger;

import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;

/** What the operators of one race may use. */
final class Scene {

    private final Scheduler scheduler;
    private final Sinks.Empty<Void> trigger = Sinks.empty();
    private final AtomicInteger counter = new AtomicInteger();

    Scene(Scheduler scheduler) {
        this.scheduler = scheduler;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    /** Completes at some moment of the race. */
    Mono<Void> trigger() {
        return trigger.asMono();
    }

    void pull() {
        trigger.tryEmitEmpty().orThrow();
    }

    /** 1, 2, 3 and so on. */
    int count() {
        return counter.incrementAndGet();
    }

    /** What operators of this suite fail with. */
    static final class Thrown extends RuntimeException {
        Thrown() {
            super("thrown on purpose", null, false, false);
        }
    }
}
