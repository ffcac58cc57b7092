package io.github.reactorshm.control;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits for what other processes do and tell nobody: from 1 ms, doubling up to 32 ms, until a deadline. */
final class Backoff {

    private static final long FIRST_NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(32);

    private final long deadline;
    private long pause = FIRST_NANOS;

    Backoff(Duration limit) {
        this.deadline = System.nanoTime() + limit.toNanos();
    }

    /** Waits a little; returns false, at once, where the time is over. */
    boolean pause() {
        long left = deadline - System.nanoTime();
        if (left <= 0) {
            return false;
        }
        // An interrupt asks nothing of the library's own threads, but a parked thread would not wait while it is pending.
        Thread.interrupted();
        LockSupport.parkNanos(this, Math.min(pause, left));
        pause = Math.min(2 * pause, LONGEST_NANOS);
        return true;
    }
}
