package io.github.reactorshm.benchmarks.smallframes;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;

import io.github.reactorshm.benchmarks.support.BenchmarkException;
import org.HdrHistogram.Histogram;

/** How old frames are when they are decoded: from the end of their encoding on. One thread. */
final class Ages {

    /** One frame out of so many is looked at, the first one included. A prime: else it would keep step with the pool. */
    static final int SAMPLED_EVERY = 1009;

    private static final long MOST_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final int DIGITS = 3;

    private final Histogram histogram;

    Ages() {
        this(new Histogram(MOST_NANOS, DIGITS));
    }

    private Ages(Histogram histogram) {
        this.histogram = histogram;
    }

    void sample(long sequence, long publishedNanos) {
        if (sequence % SAMPLED_EVERY == 1) {
            histogram.recordValue(Math.clamp(System.nanoTime() - publishedNanos, 0, MOST_NANOS));
        }
    }

    void add(Ages others) {
        histogram.add(others.histogram);
    }

    Percentiles percentiles() {
        return Percentiles.ofNanos(histogram);
    }

    /** As a text that another process can read. */
    String encode() {
        ByteBuffer bytes = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
        int length = histogram.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }

    static Ages decode(String text) {
        try {
            return new Ages(
                    Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0));
        } catch (DataFormatException e) {
            throw new BenchmarkException("the consumer's histogram of ages cannot be read: " + e.getMessage(), e);
        }
    }
}
