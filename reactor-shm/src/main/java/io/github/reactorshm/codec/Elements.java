package io.github.reactorshm.codec;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** Single elements of each type, and memory for many of them. */
final class Elements {

    /** What every JVM gives to an array at least. */
    private static final long MAX_ARRAY_LENGTH = Integer.MAX_VALUE - 8L;

    private Elements() {}

    static long getLong(ElementType type, MemorySegment data, long offset) {
        return switch (type) {
            case BOOL -> data.get(ValueLayout.JAVA_BYTE, offset) == 0 ? 0 : 1;
            case INT8 -> data.get(ValueLayout.JAVA_BYTE, offset);
            case UINT8 -> Byte.toUnsignedLong(data.get(ValueLayout.JAVA_BYTE, offset));
            case INT16 -> data.get(LittleEndian.SHORT, offset);
            case UINT16 -> Short.toUnsignedLong(data.get(LittleEndian.SHORT, offset));
            case INT32 -> data.get(LittleEndian.INT, offset);
            case UINT32 -> Integer.toUnsignedLong(data.get(LittleEndian.INT, offset));
            case INT64, UINT64 -> data.get(LittleEndian.LONG, offset);
            case FLOAT16, FLOAT32, FLOAT64, COMPLEX64, COMPLEX128 ->
                throw new UnsupportedOperationException("an element of " + type.dtype() + " is no whole number");
        };
    }

    static double getDouble(ElementType type, MemorySegment data, long offset) {
        return switch (type) {
            case FLOAT16 -> Float.float16ToFloat(data.get(LittleEndian.SHORT, offset));
            case FLOAT32 -> data.get(LittleEndian.FLOAT, offset);
            case FLOAT64 -> data.get(LittleEndian.DOUBLE, offset);
            case UINT64 -> unsigned(data.get(LittleEndian.LONG, offset));
            case COMPLEX64, COMPLEX128 -> throw new UnsupportedOperationException(
                    "an element of " + type.dtype() + " has two parts; read them from data()");
            case BOOL, INT8, UINT8, INT16, UINT16, INT32, UINT32, INT64 -> getLong(type, data, offset);
        };
    }

    /** Halves the number, keeping the bit that decides the rounding, so that it is rounded once. */
    private static double unsigned(long bits) {
        return bits >= 0 ? bits : ((bits >>> 1) | (bits & 1)) * 2.0;
    }

    /** A new array of the elements' Java type, or native memory if it would be too long for an array. */
    static MemorySegment allocate(ElementType type, long bytes) {
        long length = switch (type) {
            case COMPLEX64, COMPLEX128 -> bytes / (type.byteSize() / 2);
            default -> bytes / type.byteSize();
        };
        if (length > MAX_ARRAY_LENGTH) {
            return Arena.ofAuto().allocate(bytes, SectionFormat.ALIGNMENT);
        }
        int n = (int) length;
        return switch (type) {
            case BOOL, INT8, UINT8 -> MemorySegment.ofArray(new byte[n]);
            case INT16, UINT16, FLOAT16 -> MemorySegment.ofArray(new short[n]);
            case INT32, UINT32 -> MemorySegment.ofArray(new int[n]);
            case INT64, UINT64 -> MemorySegment.ofArray(new long[n]);
            case FLOAT32, COMPLEX64 -> MemorySegment.ofArray(new float[n]);
            case FLOAT64, COMPLEX128 -> MemorySegment.ofArray(new double[n]);
        };
    }
}
