package io.github.reactorshm.testkit;

import org.HdrHistogram.Histogram;

/** Times as people compare them. */
public final class Latencies {

    private Latencies() {}

    /**
     * A distribution of nanoseconds in words.
     *
     * @param nanos the values
     * @return count, quantiles and maximum in milliseconds
     */
    public static String describe(Histogram nanos) {
        return "%d values, p50 %.2f ms, p95 %.2f ms, p99 %.2f ms, max %.2f ms".formatted(nanos.getTotalCount(),
                nanos.getValueAtPercentile(50) / 1e6, nanos.getValueAtPercentile(95) / 1e6,
                nanos.getValueAtPercentile(99) / 1e6, nanos.getMaxValue() / 1e6);
    }
}
