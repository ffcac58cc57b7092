package io.github.reactorshm;

import io.github.reactorshm.channel.ElementReader;
import io.github.reactorshm.channel.HeldSlot;

/** Gives the slot to a frame, which its receiver closes. */
final class FrameReader implements ElementReader<ShmFrame> {

    @Override
    public ShmFrame read(HeldSlot slot) {
        return new ShmFrame(slot);
    }

    @Override
    public boolean keepsSlots() {
        return true;
    }

    @Override
    public void discard(ShmFrame frame) {
        frame.close();
    }
}
