package io.github.reactorshm.tck.harness;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;

/** The verifications' elements: numbers of eight bytes. */
public final class LongCodec implements ShmCodec<Long> {

    public static final LongCodec INSTANCE = new LongCodec("application/x-tck-long");

    /** A codec that no sink here has. */
    public static final LongCodec OTHER = new LongCodec("application/x-tck-other");

    private final String contentType;

    private LongCodec(String contentType) {
        this.contentType = contentType;
    }

    @Override
    public String contentType() {
        return contentType;
    }

    @Override
    public long slotSize() {
        return Long.BYTES;
    }

    @Override
    public long encode(Long value, MemorySegment slot) {
        slot.set(ValueLayout.JAVA_LONG, 0, value);
        return Long.BYTES;
    }

    @Override
    public Long decode(ShmFrame frame) {
        return frame.segment().get(ValueLayout.JAVA_LONG, 0);
    }
}
