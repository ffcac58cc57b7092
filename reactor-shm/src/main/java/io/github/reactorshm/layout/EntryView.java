package io.github.reactorshm.layout;

/**
 * One entry of a delivery ring, copied out of shared memory once, so that what was checked is what is used. Mutable and
 * reused by the one thread that reads the ring.
 */
public final class EntryView {

    int kind;
    int slot;
    long length;
    long sequence;
    long publishedNanos;
    long tag;
    int flags;

    /** An empty view. */
    public EntryView() {}

    /**
     * What the entry says.
     *
     * @return one of {@link EntryKind}, or anything else from a peer that breaks the protocol
     */
    public int kind() {
        return kind;
    }

    /**
     * The slot that holds the payload.
     *
     * @return the slot, unchecked
     */
    public int slot() {
        return slot;
    }

    /**
     * The payload's length in bytes.
     *
     * @return the length, unchecked
     */
    public long length() {
        return length;
    }

    /**
     * The frame's number in the channel, from 1.
     *
     * @return the sequence, unchecked
     */
    public long sequence() {
        return sequence;
    }

    /**
     * When the frame was published, CLOCK_MONOTONIC in nanoseconds.
     *
     * @return the time
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
     * Whether another consumer may have seen the frame before.
     *
     * @return true if it may
     */
    public boolean redelivered() {
        return (flags & SubscriptionControl.FLAG_REDELIVERED) != 0;
    }
}
