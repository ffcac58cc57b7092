package io.github.reactorshm.examples.objects;

import io.github.reactorshm.examples.program.Json;
import org.HdrHistogram.Histogram;

/** How long a call took, in nanoseconds. */
record Nanos(double p50, double p95, double p99) {

    private static final double MEDIAN = 50;
    private static final double MOST = 95;
    private static final double NEARLY_ALL = 99;

    /** Of samples that are so many calls each: a percentile is that of the samples' means. */
    static Nanos of(Histogram samples, int calls) {
        return new Nanos(mean(samples, MEDIAN, calls), mean(samples, MOST, calls), mean(samples, NEARLY_ALL, calls));
    }

    private static double mean(Histogram samples, double percentile, int calls) {
        return Json.rounded((double) samples.getValueAtPercentile(percentile) / calls);
    }
}
