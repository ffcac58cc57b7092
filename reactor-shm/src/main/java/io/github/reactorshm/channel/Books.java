package io.github.reactorshm.channel;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The owner's account of its slots: free, granted (reserved for credit that the upstream has not used), or in use, with a
 * count of those who hold each. Shared memory carries messages; this is the truth.
 *
 * <p>
 * The slot of the newest frame is kept back when nobody holds it, for those who want the newest one. It counts as free: it is
 * dropped when no other is free, at once if nobody waits for it. If somebody does, it is lent to a credit, and dropped only
 * when the next frame is about to be encoded into it; as soon as another slot is free, that one takes its place.
 *
 * <p>
 * All of it belongs to whoever drains the producer, but for {@link #takeGranted()}, which threads that fill slots
 * call: granted slots pass from the one to the other through a ring, written before the upstream is asked.
 */
final class Books {

    static final int NONE = -1;

    private final int[] free;
    private final int[] holders;
    private final int[] grantedRing;
    private final int grantedMask;
    private int freeCount;
    private int newest = NONE;
    private boolean lent;

    // Positions of the granted ring: the drain writes the tail, those who take slots the head.
    private final AtomicLong grantedTail = new AtomicLong();
    private final AtomicLong grantedHead = new AtomicLong();
    // The slot that is lent and not taken; whoever changes it back has it.
    private final AtomicInteger lentSlot = new AtomicInteger(NONE);

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

    /** Slots that are neither granted nor held by anybody. */
    int free() {
        return onlyNewest() ? freeCount + 1 : freeCount;
    }

    /** Whether no slot is free but, maybe, that of the newest frame. */
    boolean spent() {
        return freeCount == 0;
    }

    /** Whether the newest frame is held by nobody and its slot is not lent. */
    private boolean onlyNewest() {
        return newest != NONE && !lent && holders[newest] == 0;
    }

    /** How many slots may be granted, if somebody waits for the newest frame or not, and if nothing is granted now or is. */
    int grantable(boolean awaited, boolean idle) {
        if (!onlyNewest()) {
            return freeCount;
        }
        if (awaited) {
            return freeCount == 0 && idle ? 1 : freeCount;
        }
        return freeCount + 1;
    }

    /** Reserves {@code count} slots, as many as are grantable at most, before the upstream is asked for as many elements. */
    void grant(int count, boolean awaited) {
        if (count > freeCount) {
            if (awaited) {
                lent = true;
                lentSlot.set(newest);
                return;
            }
            dropNewest();
        }
        for (int i = 0; i < count; i++) {
            append(free[--freeCount]);
        }
    }

    private void append(int slot) {
        long tail = grantedTail.getPlain();
        grantedRing[(int) tail & grantedMask] = slot;
        grantedTail.setRelease(tail + 1);
    }

    /**
     * Takes a granted slot; any thread.
     *
     * @return the slot, or {@link #NONE} if the upstream emits more than it was asked for
     */
    int takeGranted() {
        int slot = takeFromRing();
        if (slot == NONE) {
            slot = lentSlot.get() == NONE ? NONE : lentSlot.getAndSet(NONE);
            // Another slot may have taken the place of the lent one in between.
            return slot == NONE ? takeFromRing() : slot;
        }
        return slot;
    }

    private int takeFromRing() {
        while (true) {
            long head = grantedHead.getAcquire();
            if (head == grantedTail.getAcquire()) {
                return NONE;
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
        for (int slot = takeFromRing(); slot != NONE; slot = takeFromRing()) {
            release(slot);
        }
        if (lent) {
            lent = false;
            if (!lentSlot.compareAndSet(newest, NONE)) {
                newest = NONE;
            }
        }
    }

    // ------------------------------------------------------------------ the newest frame

    /** The slot of the newest frame, or {@link #NONE} if it may not be delivered. */
    int newest() {
        return lent ? NONE : newest;
    }

    /** The same, if it may only not be delivered now. */
    int newestOrLent() {
        return newest;
    }

    /** A frame was published in the slot: the one before it is nobody's newest any more. */
    void becomesNewest(int slot) {
        int before = newest;
        boolean beforeLent = lent;
        newest = slot;
        lent = false;
        if (before != NONE && before != slot && !beforeLent && holders[before] == 0) {
            release(before);
        }
    }

    private void dropNewest() {
        int slot = newest;
        newest = NONE;
        release(slot);
    }

    /**
     * Puts a free slot in the place of the lent one, if there is one.
     *
     * @return how many slots more are taken than were granted: 1 if both the lent one and the other were taken meanwhile
     */
    int takeLentBack() {
        if (!lent || freeCount == 0) {
            return 0;
        }
        // In this order: whoever takes a slot meanwhile finds one for each credit.
        append(free[--freeCount]);
        lent = false;
        if (lentSlot.compareAndSet(newest, NONE)) {
            return 0;
        }
        // It was taken, so its frame is being overwritten.
        newest = NONE;
        int spare = takeFromRing();
        if (spare == NONE) {
            return 1;
        }
        release(spare);
        return 0;
    }

    // ------------------------------------------------------------------ holders

    /** Says that {@code count} parties hold the slot now. */
    void hold(int slot, int count) {
        holders[slot] = count;
    }

    /** One party more holds the slot. */
    void holdToo(int slot) {
        holders[slot]++;
    }

    /** One party less holds the slot; the last one frees it, unless its frame is the newest. */
    void giveBack(int slot) {
        if (--holders[slot] == 0 && slot != newest) {
            release(slot);
        }
    }

    /** The slot was taken and nobody was given it. */
    void notFilled(int slot) {
        forget(slot);
        release(slot);
    }

    /** The slot was taken and nobody may have it any more. */
    void lost(int slot) {
        forget(slot);
    }

    private void forget(int slot) {
        if (slot == newest) {
            newest = NONE;
            lent = false;
        }
    }

    private void release(int slot) {
        free[freeCount++] = slot;
    }
}
