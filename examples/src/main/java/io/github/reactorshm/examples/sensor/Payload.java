package io.github.reactorshm.examples.sensor;

import java.lang.foreign.MemorySegment;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;

/** What the sensor sends; an element is the number of a frame, from 0, whose bytes are made in the slot. */
abstract class Payload implements ShmCodec<Long> {

    /** Payloads of a picture and a point cloud, or of so many plain bytes if that is not 0. */
    static Payload ofSize(long bytes) {
        return bytes == 0 ? new Scan() : new PlainBytes(bytes);
    }

    /** Writes a frame; the same number always gives the same bytes. */
    @Override
    public abstract long encode(Long number, MemorySegment slot);

    /** Consumers look at the frames where they lie. */
    @Override
    public final Long decode(ShmFrame frame) {
        throw new UnsupportedOperationException("frames are checked in place, without a copy");
    }
}
