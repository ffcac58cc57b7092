package io.github.reactorshm.benchmarks.smallframes;

import java.util.concurrent.TimeUnit;

/**
 * A round through the bare rings.
 *
 * @param frames frames that came
 * @param nanoseconds from the publication of the first frame to the receipt of the last one
 * @param framesPerSecond the rate that follows
 */
record BareRound(long frames, long nanoseconds, long framesPerSecond) {

    static BareRound of(Receipt receipt) {
        return new BareRound(receipt.frames(), receipt.nanoseconds(), rate(receipt));
    }

    static long rate(Receipt receipt) {
        return Math.round((double) receipt.frames() * TimeUnit.SECONDS.toNanos(1) / Math.max(1, receipt.nanoseconds()));
    }
}
