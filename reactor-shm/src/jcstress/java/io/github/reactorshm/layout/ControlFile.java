package io.github.reactorshm.layout;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A control file and a payload for one of many small races: a part of one piece of native memory. Parts are reused in turn, and
 * there are far more of them than races at a time.
 */
final class ControlFile {

    private static final SubscriptionGeometry GEOMETRY = SubscriptionGeometry.of(1);
    /** All but the error text, which no race needs, and a line for a payload. */
    private static final long PAYLOAD = GEOMETRY.errorOffset();
    private static final long SIZE = PAYLOAD + 64;
    private static final int COUNT = 1 << 16;
    private static final MemorySegment MEMORY = Arena.global().allocate(SIZE * COUNT, 128);
    private static final AtomicInteger NEXT = new AtomicInteger();

    private final MemorySegment memory;
    private final SubscriptionControl control;

    ControlFile() {
        memory = MEMORY.asSlice((NEXT.getAndIncrement() & (COUNT - 1)) * SIZE, SIZE);
        memory.fill((byte) 0);
        control = SubscriptionControl.create(memory, GEOMETRY, DeliveryMode.LOSSLESS, 1, 1);
    }

    SubscriptionControl control() {
        return control;
    }

    /** Writes the payload, as user code does: without any ordering. */
    void writePayload(long value) {
        Words.putLong(memory, PAYLOAD, value);
    }

    long readPayload() {
        return Words.getLong(memory, PAYLOAD);
    }
}
