package io.github.reactorshm;

import io.github.reactorshm.channel.ElementReader;
import io.github.reactorshm.channel.HeldSlot;
import io.github.reactorshm.error.ShmCodecException;
import io.github.reactorshm.error.ShmException;

/** Decodes a frame and gives its slot back, whatever happens. */
final class DecodingReader<T> implements ElementReader<T> {

    private final ShmCodec<T> codec;

    DecodingReader(ShmCodec<T> codec) {
        this.codec = codec;
    }

    @Override
    public T read(HeldSlot slot) {
        T element;
        try (ShmFrame frame = new ShmFrame(slot)) {
            element = codec.decode(frame);
        } catch (ShmException e) {
            throw e;
        } catch (RuntimeException e) {
            throw new ShmCodecException(slot.channel(), codec.getClass().getName() + " could not decode frame "
                    + slot.sequence() + " of " + slot.length() + " bytes: " + e, e);
        }
        if (element == null) {
            throw new ShmCodecException(slot.channel(),
                    codec.getClass().getName() + " decoded frame " + slot.sequence() + " to null", null);
        }
        return element;
    }

    @Override
    public boolean keepsSlots() {
        return false;
    }

    @Override
    public void discard(T element) {
        // The slot went back before the element came to be.
    }
}
