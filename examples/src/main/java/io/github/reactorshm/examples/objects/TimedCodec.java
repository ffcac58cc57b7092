package io.github.reactorshm.examples.objects;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;
import org.HdrHistogram.Histogram;

/**
 * Takes the time that another codec needs, but of the first frames, while the compiler is still at work. Each frame is encoded and
 * decoded several times in a row: a single call can be shorter than a look at the clock.
 *
 * <p>Not for several threads: it is driven by one sink and one source.
 */
final class TimedCodec<T> implements ShmCodec<T> {

    /** Calls for each sample. */
    static final int CALLS = 16;

    private static final int SIGNIFICANT_DIGITS = 3;

    private final ShmCodec<T> codec;
    private final long warmUp;
    private final Histogram encoding = new Histogram(SIGNIFICANT_DIGITS);
    private final Histogram decoding = new Histogram(SIGNIFICANT_DIGITS);
    /** Keeps every object that was made: else the compiler would not make those that nobody looks at. */
    private final List<T> made = new ArrayList<>(CALLS);
    private long encoded;
    private long bytes;

    TimedCodec(ShmCodec<T> codec, long warmUp) {
        this.codec = codec;
        this.warmUp = warmUp;
    }

    @Override
    public String contentType() {
        return codec.contentType();
    }

    @Override
    public Map<String, String> attributes() {
        return codec.attributes();
    }

    @Override
    public long slotSize() {
        return codec.slotSize();
    }

    @Override
    public long encode(T value, MemorySegment slot) {
        long length = 0;
        long start = System.nanoTime();
        for (int call = 0; call < CALLS; call++) {
            length = codec.encode(value, slot);
        }
        long nanos = System.nanoTime() - start;
        if (encoded++ >= warmUp) {
            encoding.recordValue(nanos);
            bytes += length;
        }
        return length;
    }

    @Override
    public T decode(ShmFrame frame) {
        made.clear();
        long start = System.nanoTime();
        for (int call = 0; call < CALLS; call++) {
            made.add(codec.decode(frame));
        }
        long nanos = System.nanoTime() - start;
        if (frame.sequence() > warmUp) {
            decoding.recordValue(nanos);
        }
        return made.getLast();
    }

    /** What the calls have cost; when the stream has ended. */
    Cost cost() {
        return new Cost(encoding.getTotalCount(), bytes / Math.max(1, encoding.getTotalCount()),
                Nanos.of(encoding, CALLS),
                Nanos.of(decoding, CALLS));
    }
}
