package io.github.reactorshm.examples.sensor;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Work that takes a given time, as that of a real sensor or detector would: a processor is busy with the frame, none sleeps. */
final class Work {

    private Work() {}

    /** Does a piece of work once, and again until the time is over. Returns what it gave last. */
    static long atLeast(Duration time, LongSupplier piece) {
        long start = System.nanoTime();
        long nanos = time.toNanos();
        long result;
        do {
            result = piece.getAsLong();
        } while (System.nanoTime() - start < nanos);
        return result;
    }
}
