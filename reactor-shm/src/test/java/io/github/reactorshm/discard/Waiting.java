package io.github.reactorshm.discard;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** How the suite's threads wait for each other. */
final class Waiting {

    private static final long PATIENCE_SECONDS = 30;

    private Waiting() {}

    /** Not to be interrupted, as work that a dispose cannot stop: schedulers interrupt the worker. */
    static void until(CountDownLatch latch, String what) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        boolean interrupted = false;
        boolean reached = false;
        for (long left = 1; !reached && left > 0; left = deadline - System.nanoTime()) {
            try {
                reached = latch.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (!reached) {
            throw new AssertionError("within " + PATIENCE_SECONDS + " s there was not: " + what);
        }
    }
}
