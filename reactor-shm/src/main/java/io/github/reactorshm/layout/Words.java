package io.github.reactorshm.layout;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** The two word sizes of the protocol: little-endian, naturally aligned. */
final class Words {

    static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final VarHandle INT_HANDLE = INT.varHandle();
    private static final VarHandle LONG_HANDLE = LONG.varHandle();

    private Words() {}

    static int getInt(MemorySegment segment, long offset) {
        return segment.get(INT, offset);
    }

    static long getLong(MemorySegment segment, long offset) {
        return segment.get(LONG, offset);
    }

    static void putInt(MemorySegment segment, long offset, int value) {
        segment.set(INT, offset, value);
    }

    static void putLong(MemorySegment segment, long offset, long value) {
        segment.set(LONG, offset, value);
    }

    static int getIntAcquire(MemorySegment segment, long offset) {
        return (int) INT_HANDLE.getAcquire(segment, offset);
    }

    static long getLongAcquire(MemorySegment segment, long offset) {
        return (long) LONG_HANDLE.getAcquire(segment, offset);
    }

    static void putIntRelease(MemorySegment segment, long offset, int value) {
        INT_HANDLE.setRelease(segment, offset, value);
    }

    static void putLongRelease(MemorySegment segment, long offset, long value) {
        LONG_HANDLE.setRelease(segment, offset, value);
    }

    static int getIntVolatile(MemorySegment segment, long offset) {
        return (int) INT_HANDLE.getVolatile(segment, offset);
    }

    static void putIntVolatile(MemorySegment segment, long offset, int value) {
        INT_HANDLE.setVolatile(segment, offset, value);
    }
}
