package io.github.reactorshm.control;

import java.time.Duration;

/** Durations as nanoseconds that can be added to a time. */
public final class Nanos {

    /** Half of the range, so that the sum with a present time compares rightly. Some 146 years. */
    private static final long MOST = Long.MAX_VALUE / 2;
    private static final Duration LONGEST = Duration.ofNanos(MOST);

    private Nanos() {}

    /**
     * The nanoseconds of a duration.
     *
     * @param duration any duration that is not negative
     * @return its nanoseconds, or half of the range if it is longer
     */
    public static long of(Duration duration) {
        return duration.compareTo(LONGEST) < 0 ? duration.toNanos() : MOST;
    }
}
