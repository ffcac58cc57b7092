package io.github.reactorshm.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.error.ShmFrameTooLargeException;

/**
 * Byte arrays, copied into the slot and out of it into new arrays, which stay. An array that is longer than a slot ends
 * the stream with a {@link ShmFrameTooLargeException}. Immutable, for any number of threads.
 */
public final class BytesCodec implements ShmCodec<byte[]> {

    private final long slotSize;

    private BytesCodec(long slotSize) {
        this.slotSize = slotSize;
    }

    /**
     * A codec for arrays of at most so many bytes.
     *
     * @param slotSize the size of a slot in bytes; 0 for a source, or if the sink's builder says it
     * @return a codec
     */
    public static BytesCodec ofSlotSize(long slotSize) {
        return new BytesCodec(slotSize);
    }

    @Override
    public String contentType() {
        return "application/octet-stream";
    }

    @Override
    public long slotSize() {
        return slotSize;
    }

    @Override
    public long encode(byte[] value, MemorySegment slot) {
        if (value.length > slot.byteSize()) {
            throw new ShmFrameTooLargeException(value.length, slot.byteSize());
        }
        MemorySegment.copy(value, 0, slot, ValueLayout.JAVA_BYTE, 0, value.length);
        return value.length;
    }

    @Override
    public byte[] decode(ShmFrame frame) {
        return frame.copy();
    }
}
