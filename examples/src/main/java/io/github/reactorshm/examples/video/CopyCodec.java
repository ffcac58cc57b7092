package io.github.reactorshm.examples.video;

import java.lang.foreign.MemorySegment;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;

/** Copies one prepared frame into each slot; an element, and the frame's tag, is the time at which its round began. */
final class CopyCodec implements ShmCodec<Long> {

    static final String CONTENT_TYPE = "application/octet-stream";

    private final MemorySegment source;

    CopyCodec(MemorySegment source) {
        this.source = source;
    }

    @Override
    public String contentType() {
        return CONTENT_TYPE;
    }

    @Override
    public long slotSize() {
        return source.byteSize();
    }

    @Override
    public long encode(Long roundStart, MemorySegment slot) {
        MemorySegment.copy(source, 0, slot, 0, source.byteSize());
        return source.byteSize();
    }

    @Override
    public long tag(Long roundStart) {
        return roundStart;
    }

    @Override
    public Long decode(ShmFrame frame) {
        return frame.tag();
    }
}
