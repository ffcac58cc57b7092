package io.github.reactorshm.channel;

import java.lang.foreign.MemorySegment;
import java.lang.ref.Reference;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.layout.EntryView;
import io.github.reactorshm.layout.PoolHeader;
import org.jspecify.annotations.Nullable;

/**
 * A slot that a consumer holds, with its descriptor. It counts the handles to it; the last one that is released gives the
 * slot back. Thread-safe.
 */
public final class HeldSlot {

    private static final AtomicIntegerFieldUpdater<HeldSlot> HANDLES = AtomicIntegerFieldUpdater
            .newUpdater(HeldSlot.class, "handles");

    private final SlotOwner owner;
    private final long index;
    private final int slot;
    private final long length;
    private final long sequence;
    private final long publishedNanos;
    private final long tag;
    private final boolean redelivered;
    private HolderWatch.@Nullable Entry watch;
    private boolean counted;
    private boolean unseen;
    private volatile int handles = 1;

    HeldSlot(SlotOwner owner, long index, EntryView entry) {
        this.owner = owner;
        this.index = index;
        this.slot = entry.slot();
        this.length = entry.length();
        this.sequence = entry.sequence();
        this.publishedNanos = entry.publishedNanos();
        this.tag = entry.tag();
        this.redelivered = entry.redelivered();
    }

    /**
     * From now on the slot may outlive the drain that took it, which holds the attachment by itself. On the draining thread, before
     * another thread has the slot.
     */
    void outliveDrain() {
        if (!counted) {
            counted = true;
            owner.hold();
        }
    }

    void watchedBy(HolderWatch.Entry entry) {
        watch = entry;
    }

    int slot() {
        return slot;
    }

    long index() {
        return index;
    }

    /**
     * The channel's name.
     *
     * @return the name
     */
    public String channel() {
        return owner.channel();
    }

    /**
     * What the pool says of itself.
     *
     * @return the header
     */
    public PoolHeader header() {
        return owner.header();
    }

    /**
     * The payload, mapped read-only.
     *
     * @return the payload
     */
    public MemorySegment payload() {
        try {
            HolderWatch.Entry w = watch;
            if (w != null) {
                w.viewed();
            }
            return owner.payload(slot, length);
        } finally {
            // Before the view is noted it must not be found unreachable, and given back as if there was none.
            Reference.reachabilityFence(this);
        }
    }

    /**
     * The payload's length in bytes.
     *
     * @return the length
     */
    public long length() {
        return length;
    }

    /**
     * The frame's number in the channel.
     *
     * @return the sequence, from 1
     */
    public long sequence() {
        return sequence;
    }

    /**
     * When the frame was published.
     *
     * @return CLOCK_MONOTONIC in nanoseconds
     */
    public long publishedNanos() {
        return publishedNanos;
    }

    /**
     * The user's tag.
     *
     * @return the tag
     */
    public long tag() {
        return tag;
    }

    /**
     * Whether another consumer may have seen the frame.
     *
     * @return true if it may
     */
    public boolean redelivered() {
        return redelivered;
    }

    /**
     * One handle more.
     *
     * @return false if the last one was released already
     */
    public boolean retain() {
        while (true) {
            int n = handles;
            if (n == 0) {
                return false;
            }
            outliveDrain();
            if (HANDLES.compareAndSet(this, n, n + 1)) {
                return true;
            }
        }
    }

    /**
     * An error of an access to the payload, as a user sees it.
     *
     * @param error what the access threw
     * @return the typed error
     */
    public ShmException accessError(InternalError error) {
        return owner.accessError(error);
    }

    /** Nobody has looked at the payload: in a group, the frame is another member's. Before the one handle is released. */
    public void notSeen() {
        unseen = true;
    }

    /** One handle less; called once for each handle. */
    public void release() {
        try {
            if (HANDLES.decrementAndGet(this) == 0) {
                owner.giveBack(slot, unseen ? -index : index, counted);
            }
        } finally {
            // Until it has come back it must not be found unreachable.
            Reference.reachabilityFence(this);
        }
    }
}
