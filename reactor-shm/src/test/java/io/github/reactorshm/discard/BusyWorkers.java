package io.github.reactorshm.discard;

import java.util.concurrent.CountDownLatch;

import reactor.core.scheduler.Scheduler;

/** Keeps every worker of the suite's scheduler busy until it is told to free them. */
final class BusyWorkers {

    static final int WORKERS = 4;

    private final CountDownLatch begun = new CountDownLatch(WORKERS);
    private final CountDownLatch end = new CountDownLatch(1);

    private BusyWorkers() {}

    static BusyWorkers all(Scheduler scheduler) {
        BusyWorkers busy = new BusyWorkers();
        for (int i = 0; i < WORKERS; i++) {
            // A parallel scheduler gives them out in turn.
            scheduler.schedule(() -> {
                busy.begun.countDown();
                Waiting.until(busy.end, "the end of the work");
            });
        }
        Waiting.until(busy.begun, "workers for " + WORKERS + " tasks");
        return busy;
    }

    void free() {
        end.countDown();
    }
}
