package io.github.reactorshm.channel;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;

import org.jspecify.annotations.Nullable;

/** A slot that was acquired and is neither published nor aborted. Each of the two ends is called at most once. */
public final class TakenSlot {

    private final Acquisitions acquisitions;
    private final int slot;
    private HolderWatch.@Nullable Entry watch;

    TakenSlot(Acquisitions acquisitions, int slot) {
        this.acquisitions = acquisitions;
        this.slot = slot;
    }

    void watchedBy(HolderWatch.Entry entry) {
        watch = entry;
    }

    /**
     * The slot's memory, writable.
     *
     * @return the payload area
     */
    public MemorySegment memory() {
        try {
            HolderWatch.Entry w = watch;
            if (w != null) {
                w.viewed();
            }
            return acquisitions.memory(slot);
        } finally {
            // Before the view is noted it must not be found unreachable, and given back as if there was none.
            Reference.reachabilityFence(this);
        }
    }

    /**
     * Publishes it.
     *
     * @param length the payload's length in bytes
     * @param tag the user's tag
     * @return false if the channel takes no more frames; the slot is given up then
     */
    public boolean publish(long length, long tag) {
        try {
            return acquisitions.publish(slot, length, tag);
        } finally {
            Reference.reachabilityFence(this);
        }
    }

    /** Gives it up. */
    public void abort() {
        try {
            acquisitions.giveUp(slot);
        } finally {
            Reference.reachabilityFence(this);
        }
    }
}
