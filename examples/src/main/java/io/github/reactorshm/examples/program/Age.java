package io.github.reactorshm.examples.program;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;

import org.HdrHistogram.Histogram;

/** How old frames were when their inspection began, in microseconds since they were published. */
public record Age(long p50, long p95, long p99, long max) {

    private static final double MEDIAN = 50;
    private static final double MOST = 95;
    private static final double NEARLY_ALL = 99;

    /** The age of all frames whose microseconds a histogram holds. */
    public static Age of(Histogram micros) {
        return new Age(micros.getValueAtPercentile(MEDIAN), micros.getValueAtPercentile(MOST),
                micros.getValueAtPercentile(NEARLY_ALL), micros.getMaxValue());
    }

    /** A histogram as text. */
    static String text(Histogram micros) {
        ByteBuffer bytes = ByteBuffer.allocate(micros.getNeededByteBufferCapacity());
        int length = micros.encodeIntoCompressedByteBuffer(bytes);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
    }

    /** The age of the frames of several meters, from what {@link FrameMeter#ages} has given. */
    public static Age merged(List<String> texts) {
        Histogram all = new Histogram(FrameMeter.SIGNIFICANT_DIGITS);
        for (String text : texts) {
            try {
                all.add(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0));
            } catch (DataFormatException e) {
                throw new IllegalArgumentException("no histogram: " + text, e);
            }
        }
        return of(all);
    }
}
