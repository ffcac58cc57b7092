package io.github.reactorshm.channel;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Frames that are encoded and not yet published: from threads that fill slots to whoever drains the producer, in the order in
 * which they were added. It holds every slot of the pool, so it is never full.
 *
 * <p>
 * A thread claims a position, writes the entry, and releases it by its number; so several may add at once.
 */
final class EncodedQueue {

    /** The length of a slot that was taken and not filled. */
    static final long ABANDONED = -1;
    /** The length of a slot that was taken and lost: nobody fills it, and nobody else may have it. */
    static final long LOST = -2;

    private final int[] slot;
    private final long[] length;
    private final long[] tag;
    private final long[] publishedNanos;
    private final AtomicLongArray written;
    private final int mask;
    private final AtomicLong tail = new AtomicLong();
    private long head;

    EncodedQueue(int slots) {
        int capacity = Integer.highestOneBit(slots) << 1;
        slot = new int[capacity];
        length = new long[capacity];
        tag = new long[capacity];
        publishedNanos = new long[capacity];
        written = new AtomicLongArray(capacity);
        mask = capacity - 1;
    }

    /** Adds a frame; any thread that has taken a slot. */
    void add(int filledSlot, long filledLength, long userTag, long nanos) {
        long position = tail.getAndIncrement();
        int at = (int) position & mask;
        slot[at] = filledSlot;
        length[at] = filledLength;
        tag[at] = userTag;
        publishedNanos[at] = nanos;
        written.setRelease(at, position + 1);
    }

    /** Whether nothing can be removed now; the others are for whoever drains the producer, when something can. */
    boolean isEmpty() {
        return written.getAcquire((int) head & mask) != head + 1;
    }

    int headSlot() {
        return slot[(int) head & mask];
    }

    long headLength() {
        return length[(int) head & mask];
    }

    long headTag() {
        return tag[(int) head & mask];
    }

    long headPublishedNanos() {
        return publishedNanos[(int) head & mask];
    }

    void removeHead() {
        head++;
    }
}
