package io.github.reactorshm.benchmarks.smallframes;

import java.lang.foreign.MemorySegment;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;

/** A number as a 64-byte {@link Payload}. */
class FrameCodec implements ShmCodec<Integer> {

    @Override
    public final String contentType() {
        return "application/x-reactor-shm-small-frame";
    }

    @Override
    public final long slotSize() {
        return Payload.BYTES;
    }

    @Override
    public final long encode(Integer value, MemorySegment slot) {
        Payload.write(slot, 0, value);
        return Payload.BYTES;
    }

    @Override
    public Integer decode(ShmFrame frame) {
        return Payload.read(frame.segment(), 0);
    }
}
