package io.github.reactorshm.benchmarks.smallframes;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import io.github.reactorshm.benchmarks.support.BenchmarkException;

/** The 64 bytes of a frame: eight words, all of which follow from the first. Both media carry the same. */
final class Payload {

    static final int BYTES = 64;

    private static final long STEP = 0x9E37_79B9_7F4A_7C15L;

    private Payload() {}

    static void write(MemorySegment segment, long offset, int value) {
        long word = value;
        for (int at = 0; at < BYTES; at += Long.BYTES) {
            segment.set(ValueLayout.JAVA_LONG, offset + at, word);
            word += STEP;
        }
    }

    /**
     * Reads every word.
     *
     * @return the value that was written
     * @throws BenchmarkException if the words do not belong together
     */
    static int read(MemorySegment segment, long offset) {
        long first = segment.get(ValueLayout.JAVA_LONG, offset);
        long due = first;
        long differences = first ^ (int) first;
        for (int at = Long.BYTES; at < BYTES; at += Long.BYTES) {
            due += STEP;
            differences |= segment.get(ValueLayout.JAVA_LONG, offset + at) ^ due;
        }
        if (differences != 0) {
            throw new BenchmarkException(
                    "a frame is torn: its first word is " + first + ", others belong to another frame",
                    null);
        }
        return (int) first;
    }
}
