package io.github.reactorshm.benchmarks.bare;

import io.github.reactorshm.layout.SubscriptionControl;

/** The producer's side of the rings without books: slots are used in turn, each as soon as it was given back. One thread. */
public final class BarePublisher {

    /** What {@link #freeSlot()} returns while the next slot is held. */
    public static final int NONE = -1;

    private final SubscriptionControl control;
    private final int slots;
    private long index = 1;
    private int slot;

    public BarePublisher(SubscriptionControl control) {
        this.control = control;
        this.slots = control.slots();
    }

    /** The slot for the next frame, or {@link #NONE}. */
    public int freeSlot() {
        long due = Math.max(index - slots, 0);
        return control.returned(slot) == due ? slot : NONE;
    }

    /** Publishes the frame in the slot that {@link #freeSlot()} gave. Returns its delivery index, which is its sequence too. */
    public long publish(long length, long publishedNanos) {
        long published = index++;
        control.publishNext(published, slot, length, published, publishedNanos, 0, false);
        slot = slot + 1 == slots ? 0 : slot + 1;
        return published;
    }
}
