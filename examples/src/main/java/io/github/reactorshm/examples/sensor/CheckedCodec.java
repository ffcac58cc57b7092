package io.github.reactorshm.examples.sensor;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.Map;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;

/**
 * Makes frames with another codec, over and over until a while has passed, and gives them a checksum over every byte as tag.
 *
 * <p>Not for several threads: a sink drives it from one at a time.
 */
final class CheckedCodec<T> implements ShmCodec<T> {

    private final ShmCodec<T> codec;
    private final Duration atLeast;
    private long checksum;

    CheckedCodec(ShmCodec<T> codec, Duration atLeast) {
        this.codec = codec;
        this.atLeast = atLeast;
    }

    @Override
    public String contentType() {
        return codec.contentType();
    }

    @Override
    public Map<String, String> attributes() {
        return codec.attributes();
    }

    @Override
    public long slotSize() {
        return codec.slotSize();
    }

    @Override
    public long encode(T value, MemorySegment slot) {
        return Work.atLeast(atLeast, () -> {
            long length = codec.encode(value, slot);
            checksum = Checksum.of(slot.asSlice(0, length));
            return length;
        });
    }

    @Override
    public long tag(T value) {
        return checksum;
    }

    @Override
    public T decode(ShmFrame frame) {
        return codec.decode(frame);
    }
}
