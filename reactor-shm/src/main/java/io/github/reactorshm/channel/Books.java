package io.github.reactorshm.channel;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The owner's account of its slots: free, granted (reserved for credit that the upstream has not used), or in use, with a
 * count of those who hold each. Shared memory carries messages; this is the truth.
 *
 * <p>
 * The slot of the newest frame is kept back when nobody holds it, for those who want the newest one. It counts as free: if no
 * other is free and all that were granted are taken, it is lent to one credit, and its frame is dropped when another one is about
 * to be encoded into it; as soon as another slot is free, that one takes its place.
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
    /** The slot that backs a credit outside of the ring, whether it was taken meanwhile or not. */
    private int lent = NONE;

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
        return newest != NONE && newest != lent && holders[newest] == 0;
    }

    /** How many slots may be granted. */
    int grantable() {
        return freeCount == 0 && lent == NONE && onlyNewest() && allTaken() ? 1 : freeCount;
    }

    private boolean allTaken() {
        return grantedHead.getAcquire() == grantedTail.getPlain();
    }

    /** Reserves {@code count} slots, as many as are grantable at most, before the upstream is asked for as many elements. */
    void grant(int count) {
        if (count > freeCount) {
            lent = newest;
            lentSlot.set(newest);
            return;
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
        if (lent != NONE) {
            takeBackOrForget();
        }
    }

    /** Takes the lent slot back if it was not taken, and says whether it was back; if not, its frame is being overwritten. */
    private boolean takeBackOrForget() {
        int slot = lent;
        lent = NONE;
        if (!lentSlot.compareAndSet(slot, NONE)) {
            if (slot == newest) {
                newest = NONE;
            }
            return false;
        }
        if (slot != newest) {
            release(slot);
        }
        return true;
    }

    // ------------------------------------------------------------------ the newest frame

    /** The slot of the newest frame, or {@link #NONE} if it may not be delivered. */
    int newest() {
        return newest == lent ? NONE : newest;
    }

    /** The same, if it may only not be delivered now. */
    int newestOrLent() {
        return newest;
    }

    /** A frame was published in the slot: the one before it is nobody's newest any more. */
    void becomesNewest(int slot) {
        int before = newest;
        newest = slot;
        if (slot == lent) {
            // It was taken, and is an ordinary slot again.
            lent = NONE;
        }
        if (before != NONE && before != slot && before != lent && holders[before] == 0) {
            release(before);
        }
    }

    /**
     * Puts a free slot in the place of the lent one, if there is one.
     *
     * @return how many slots more are taken than were granted: 1 if both the lent one and the other were taken meanwhile
     */
    int takeLentBack() {
        if (lent == NONE || freeCount == 0) {
            return 0;
        }
        // In this order: whoever takes a slot meanwhile finds one for each credit.
        append(free[--freeCount]);
        if (takeBackOrForget()) {
            return 0;
        }
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
        }
        if (slot == lent) {
            lent = NONE;
        }
    }

    private void release(int slot) {
        free[freeCount++] = slot;
    }
}
