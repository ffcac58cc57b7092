package io.github.reactorshm.tck.harness;

import java.time.Duration;

import org.reactivestreams.tck.TestEnvironment;

/** The time-outs of every verification, in one place. */
public final class Times {

    /**
     * How long a signal may take. The TCK's own 100 ms is the pause of one garbage collection when two JVMs share two cores.
     * It is spent whole only where a signal does not come: in the optional tests that a lossless channel does not pass.
     */
    public static final long SIGNAL_MILLIS = 3_000;

    /**
     * How long there must be silence, which is spent whole at each look: three times the 50 ms after which a parked loop
     * looks again by itself, so that a signal nobody asked for is seen even if its wake-up was lost.
     */
    public static final long SILENCE_MILLIS = 150;

    /**
     * How long the TCK sleeps before it looks for an error. It looks once: its reckoning of the time that is left is
     * negative after the first look.
     */
    public static final long ERROR_MILLIS = 500;

    /**
     * How long after a cancel the subscriber may still be referred to: the control thread and a loop have to come by, and
     * a parked loop's stack may keep it for 50 ms.
     */
    public static final long DROP_MILLIS = 1_000;

    /** How long files and processes may take to come and go. */
    public static final Duration HOUSEKEEPING = Duration.ofSeconds(20);

    private Times() {}

    /**
     * An environment of a verification's own, with these times.
     *
     * @return the environment
     */
    public static TestEnvironment environment() {
        return new TestEnvironment(SIGNAL_MILLIS, SILENCE_MILLIS, ERROR_MILLIS);
    }
}
