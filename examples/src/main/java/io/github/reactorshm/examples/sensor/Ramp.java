package io.github.reactorshm.examples.sensor;

import java.lang.foreign.MemorySegment;

/** Fills memory with a pattern that tells where a byte belongs: each is one more than the one before. */
final class Ramp {

    private static final int PERIOD = 256;
    private static final int CHUNK = 256 * PERIOD;
    private static final MemorySegment BYTES = MemorySegment.ofArray(bytes());

    private Ramp() {}

    /** Byte i becomes {@code first + i}, of which the lowest eight bits. */
    static void fill(MemorySegment memory, long first) {
        long from = Math.floorMod(first, PERIOD);
        for (long at = 0; at < memory.byteSize(); at += CHUNK) {
            MemorySegment.copy(BYTES, from, memory, at, Math.min(CHUNK, memory.byteSize() - at));
        }
    }

    private static byte[] bytes() {
        byte[] bytes = new byte[CHUNK + PERIOD];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        return bytes;
    }
}
