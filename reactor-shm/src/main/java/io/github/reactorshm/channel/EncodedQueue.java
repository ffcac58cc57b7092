package io.github.reactorshm.channel;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Frames that are encoded and not yet published: from the upstream's thread to whoever drains the producer. It holds every
 * slot of the pool, so it is never full.
 */
final class EncodedQueue {

    /** The length of a slot that was taken and not filled. */
    static final long ABANDONED = -1;

    private final int[] slot;
    private final long[] length;
    private final long[] tag;
    private final long[] publishedNanos;
    private final int mask;

    // The upstream's thread writes the tail, the drain the head: each is released to the other.
    private final AtomicLong tail = new AtomicLong();
    private final AtomicLong head = new AtomicLong();

    EncodedQueue(int slots) {
        int capacity = Integer.highestOneBit(slots) << 1;
        slot = new int[capacity];
        length = new long[capacity];
        tag = new long[capacity];
        publishedNanos = new long[capacity];
        mask = capacity - 1;
    }

    /** Adds a frame, on the upstream's thread. */
    void add(int filledSlot, long filledLength, long userTag, long nanos) {
        long t = tail.getPlain();
        int at = (int) t & mask;
        slot[at] = filledSlot;
        length[at] = filledLength;
        tag[at] = userTag;
        publishedNanos[at] = nanos;
        tail.setRelease(t + 1);
    }

    boolean isEmpty() {
        return head.getPlain() == tail.getAcquire();
    }

    int headSlot() {
        return slot[(int) head.getPlain() & mask];
    }

    long headLength() {
        return length[(int) head.getPlain() & mask];
    }

    long headTag() {
        return tag[(int) head.getPlain() & mask];
    }

    long headPublishedNanos() {
        return publishedNanos[(int) head.getPlain() & mask];
    }

    void removeHead() {
        head.setRelease(head.getPlain() + 1);
    }
}
