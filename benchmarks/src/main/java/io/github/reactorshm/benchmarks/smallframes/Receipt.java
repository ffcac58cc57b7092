package io.github.reactorshm.benchmarks.smallframes;

import io.github.reactorshm.benchmarks.support.BenchmarkException;
import org.jspecify.annotations.Nullable;

/**
 * What the consumer got in a round.
 *
 * @param frames frames that came
 * @param sum sum of their values
 * @param misplaced frames whose sequence did not follow the one before
 * @param nanoseconds from the publication of the first frame to the receipt of the last one
 * @param ages sampled ages, as {@link Ages} has them; empty for the bare rings
 * @param error why the round failed, or null
 */
record Receipt(long frames, long sum, long misplaced, long nanoseconds, String ages, @Nullable String error) {

    static Receipt failed(Throwable problem) {
        boolean explained = problem instanceof BenchmarkException && problem.getMessage() != null;
        return new Receipt(0, 0, 0, 0, "", explained ? problem.getMessage() : problem.toString());
    }

    /** Refuses a round in which not every frame came once, in order and whole. */
    Receipt check(Order order) {
        long due = order.frames();
        long dueSum = due * (due - 1) / 2;
        if (frames != due || sum != dueSum || misplaced != 0) {
            throw new BenchmarkException("of " + due + " frames " + frames + " came, " + misplaced
                    + " of them out of order; their sum is " + sum + ", it must be " + dueSum, null);
        }
        return this;
    }
}
