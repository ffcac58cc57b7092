package io.github.reactorshm.codec;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.error.ShmFrameTooLargeException;

/**
 * Texts as UTF-8, copied. A text that takes more bytes than a slot has ends the stream with a
 * {@link ShmFrameTooLargeException}; bytes that are no UTF-8 are decoded to U+FFFD. Immutable, for any number of
 * threads.
 */
public final class TextCodec implements ShmCodec<String> {

    private final long slotSize;

    private TextCodec(long slotSize) {
        this.slotSize = slotSize;
    }

    /**
     * A codec for texts of at most so many bytes in UTF-8.
     *
     * @param slotSize the size of a slot in bytes; 0 for a source, or if the sink's builder says it
     * @return a codec
     */
    public static TextCodec ofSlotSize(long slotSize) {
        return new TextCodec(slotSize);
    }

    @Override
    public String contentType() {
        return "text/plain;charset=utf-8";
    }

    @Override
    public long slotSize() {
        return slotSize;
    }

    @Override
    public long encode(String value, MemorySegment slot) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > slot.byteSize()) {
            throw new ShmFrameTooLargeException(bytes.length, slot.byteSize());
        }
        MemorySegment.copy(bytes, 0, slot, ValueLayout.JAVA_BYTE, 0, bytes.length);
        return bytes.length;
    }

    @Override
    public String decode(ShmFrame frame) {
        return new String(frame.copy(), StandardCharsets.UTF_8);
    }
}
