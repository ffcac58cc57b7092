package io.github.reactorshm.examples.program;

import java.util.function.LongSupplier;

/** How fast a counter grows between two looks at it. */
public final class Rate {

    private static final double NANOS_PER_SECOND = 1e9;

    private final LongSupplier counter;
    private long count;
    private long nanos = System.nanoTime();

    public Rate(LongSupplier counter) {
        this.counter = counter;
        this.count = counter.getAsLong();
    }

    /** Returns the growth a second since the last call. */
    public synchronized double perSecond() {
        long countNow = counter.getAsLong();
        long nanosNow = System.nanoTime();
        double rate = (countNow - count) * NANOS_PER_SECOND / Math.max(1, nanosNow - nanos);
        count = countNow;
        nanos = nanosNow;
        return rate;
    }
}
