package io.github.reactorshm.spring;

import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.CompositeByteBuf;

/** Buffers one behind the other, and what is to be done once when the last reference to them has gone. Nobody reuses it. */
final class HookedByteBuf extends CompositeByteBuf {

    private final Runnable released;

    HookedByteBuf(ByteBufAllocator allocator, int buffers, Runnable released) {
        super(allocator, true, Math.max(buffers, 1));
        this.released = released;
    }

    /** The parts are given back before the hook runs. */
    @Override
    protected void deallocate() {
        try {
            super.deallocate();
        } finally {
            released.run();
        }
    }
}
