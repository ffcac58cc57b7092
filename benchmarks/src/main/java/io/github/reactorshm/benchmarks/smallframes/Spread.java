package io.github.reactorshm.benchmarks.smallframes;

import java.util.stream.DoubleStream;

import io.github.reactorshm.benchmarks.support.Json;

/**
 * One figure over all measured pairs of rounds.
 *
 * @param min the least
 * @param median the one in the middle, or the mean of the two there
 * @param max the greatest
 */
record Spread(double min, double median, double max) {

    /** The values are at least one. */
    static Spread of(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        int middle = sorted.length / 2;
        double median = sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new Spread(Json.rounded(sorted[0]), Json.rounded(median), Json.rounded(sorted[sorted.length - 1]));
    }
}
