package io.github.reactorshm.benchmarks.smallframes;

import io.github.reactorshm.benchmarks.support.Json;
import org.HdrHistogram.Histogram;

/**
 * Sampled durations in microseconds.
 *
 * @param samples how many
 * @param p50 half of them are at most this
 * @param p95 95 of 100 are at most this
 * @param p99 99 of 100 are at most this
 * @param max the longest
 */
record Percentiles(long samples, double p50, double p95, double p99, double max) {

    private static final double NANOS_PER_MICRO = 1000;

    static Percentiles ofNanos(Histogram nanos) {
        return new Percentiles(nanos.getTotalCount(), micros(nanos.getValueAtPercentile(50)),
                micros(nanos.getValueAtPercentile(95)), micros(nanos.getValueAtPercentile(99)),
                micros(nanos.getMaxValue()));
    }

    private static double micros(long nanos) {
        return Json.rounded(nanos / NANOS_PER_MICRO);
    }
}
