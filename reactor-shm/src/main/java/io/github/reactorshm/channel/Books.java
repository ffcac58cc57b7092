package io.github.reactorshm.channel;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The owner's account of its slots: free, granted (reserved for credit that the upstream has not used), or in use, with a
 * count of the subscriptions that hold each. Shared memory carries messages; this is the truth.
 *
 * <p>
 * All of it belongs to whoever drains the producer, but for {@link #takeGranted()}, which threads that fill slots
 * call: granted slots pass from the one to the other through a ring, written before the upstream is asked.
 */
final class Books {

    private final int[] free;
    private final int[] holders;
    private final int[] grantedRing;
    private final int grantedMask;
    private int freeCount;

    // Positions of the granted ring: the drain writes the tail, those who take slots the head.
    private final AtomicLong grantedTail = new AtomicLong();
    private final AtomicLong grantedHead = new AtomicLong();

    Books(int slots) {
        free = new int[slots];
        holders = new int[slots];
        grantedRing = new int[Integer.highestOneBit(slots) << 1];
        grantedMask = grantedRing.length - 1;
        for (int i = 0; i < slots; i++) {
            free[i] = slots - 1 - i;
        }
        freeCount = slots;
    }

    int free() {
        return freeCount;
    }

    /** Reserves {@code count} free slots, before the upstream is asked for as many elements. */
    void grant(int count) {
        long tail = grantedTail.getPlain();
        for (int i = 0; i < count; i++) {
            grantedRing[(int) (tail + i) & grantedMask] = free[--freeCount];
        }
        grantedTail.setRelease(tail + count);
    }

    /**
     * Takes a granted slot; any thread.
     *
     * @return the slot, or -1 if the upstream emits more than it was asked for
     */
    int takeGranted() {
        while (true) {
            long head = grantedHead.getAcquire();
            if (head == grantedTail.getAcquire()) {
                return -1;
            }
            // Cannot be overwritten before it was taken: the ring is larger than the pool.
            int slot = grantedRing[(int) head & grantedMask];
            if (grantedHead.compareAndSet(head, head + 1)) {
                return slot;
            }
        }
    }

    /** Takes back what is granted and was not taken, once the upstream emits no more. */
    void revokeGranted() {
        for (int slot = takeGranted(); slot >= 0; slot = takeGranted()) {
            release(slot);
        }
    }

    /** Says that {@code count} subscriptions hold the slot now. */
    void hold(int slot, int count) {
        holders[slot] = count;
    }

    /** One subscription less holds the slot; the last one frees it. */
    void giveBack(int slot) {
        if (--holders[slot] == 0) {
            release(slot);
        }
    }

    /** The slot is free: nobody was given it, or nobody holds it any more. */
    void release(int slot) {
        free[freeCount++] = slot;
    }
}
