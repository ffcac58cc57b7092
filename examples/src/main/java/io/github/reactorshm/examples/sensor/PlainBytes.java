package io.github.reactorshm.examples.sensor;

import java.lang.foreign.MemorySegment;

import io.github.reactorshm.error.ShmFrameTooLargeException;

/** So many bytes that mean nothing. */
final class PlainBytes extends Payload {

    private final long size;

    PlainBytes(long size) {
        this.size = size;
    }

    @Override
    public String contentType() {
        return "application/octet-stream";
    }

    @Override
    public long slotSize() {
        return size;
    }

    @Override
    public long encode(Long number, MemorySegment slot) {
        if (size > slot.byteSize()) {
            throw new ShmFrameTooLargeException(size, slot.byteSize());
        }
        Ramp.fill(slot.asSlice(0, size), number);
        return size;
    }
}
