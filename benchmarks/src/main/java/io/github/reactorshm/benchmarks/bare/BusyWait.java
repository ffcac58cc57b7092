package io.github.reactorshm.benchmarks.bare;

/**
 * Waiting for the other side without ever giving the processor away, unless that side has evidently lost its own: then it may
 * need this one. Use one for each thread.
 */
public final class BusyWait {

    /** Milliseconds; the other side answers within a microsecond as long as it runs. */
    private static final int SPINS = 1 << 16;

    private int spins;

    /** Waits for a moment. Returns whether it has been long: time to look whether the other side is still there. */
    // Nothing depends on the scheduler here but how long the machine is kept busy for nothing.
    @SuppressWarnings("ThreadPriorityCheck")
    public boolean pause() {
        Thread.onSpinWait();
        if (++spins % SPINS != 0) {
            return false;
        }
        Thread.yield();
        return true;
    }
}
