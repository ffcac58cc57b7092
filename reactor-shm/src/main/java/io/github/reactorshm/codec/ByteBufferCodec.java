package io.github.reactorshm.codec;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.error.ShmFrameTooLargeException;

/**
 * What remains in a buffer, direct or not, copied into the slot and out of it into a new buffer, which stays. The
 * position of the buffer that is sent does not change. More bytes than a slot has end the stream with a
 * {@link ShmFrameTooLargeException}. Immutable, for any number of threads.
 */
public final class ByteBufferCodec implements ShmCodec<ByteBuffer> {

    private final long slotSize;

    private ByteBufferCodec(long slotSize) {
        this.slotSize = slotSize;
    }

    /**
     * A codec for buffers of at most so many remaining bytes.
     *
     * @param slotSize the size of a slot in bytes; 0 for a source, or if the sink's builder says it
     * @return a codec
     */
    public static ByteBufferCodec ofSlotSize(long slotSize) {
        return new ByteBufferCodec(slotSize);
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
    public long encode(ByteBuffer value, MemorySegment slot) {
        MemorySegment from = MemorySegment.ofBuffer(value);
        if (from.byteSize() > slot.byteSize()) {
            throw new ShmFrameTooLargeException(from.byteSize(), slot.byteSize());
        }
        MemorySegment.copy(from, 0, slot, 0, from.byteSize());
        return from.byteSize();
    }

    /** A read-only buffer of its own memory, from 0 to the payload's length. */
    @Override
    public ByteBuffer decode(ShmFrame frame) {
        return ByteBuffer.wrap(frame.copy()).asReadOnlyBuffer();
    }
}
