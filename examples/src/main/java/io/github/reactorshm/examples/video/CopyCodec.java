package io.github.reactorshm.examples.video;

import java.lang.foreign.MemorySegment;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;

/** Copies one prepared frame into each slot; an element is the frame's tag. */
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
    public long encode(Long mark, MemorySegment slot) {
        MemorySegment.copy(source, 0, slot, 0, source.byteSize());
        return source.byteSize();
    }

    @Override
    public long tag(Long mark) {
        return mark;
    }

    @Override
    public Long decode(ShmFrame frame) {
        return frame.tag();
    }
}
