package io.github.reactorshm.channel;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.layout.EntryView;
import io.github.reactorshm.layout.PoolHeader;

/** Stands for the attachment that a slot came by, and counts how often the slot was given back. */
public final class CountingOwner implements SlotOwner {

    private final AtomicInteger holders = new AtomicInteger();
    private final AtomicInteger givenBack = new AtomicInteger();

    /**
     * A slot that a reader keeps, with one handle, as a raw subscription has it.
     *
     * @return the slot
     */
    public HeldSlot slot() {
        HeldSlot slot = new HeldSlot(this, 1, new EntryView());
        slot.outliveDrain();
        return slot;
    }

    /**
     * How often the slot was given back; -1 if the attachment's holders do not agree with that.
     *
     * @return the number
     */
    public int givenBack() {
        int n = givenBack.get();
        return holders.get() == 1 - n ? n : -1;
    }

    @Override
    public String channel() {
        return "channel";
    }

    @Override
    public PoolHeader header() {
        throw new UnsupportedOperationException();
    }

    @Override
    public MemorySegment payload(int slot, long length) {
        return MemorySegment.NULL;
    }

    @Override
    public void hold() {
        holders.getAndIncrement();
    }

    @Override
    public void giveBack(int slot, long index, boolean counted) {
        givenBack.getAndIncrement();
        if (counted) {
            holders.getAndDecrement();
        }
    }

    @Override
    public ShmException accessError(Throwable error) {
        throw new UnsupportedOperationException(error);
    }
}
