package io.github.reactorshm.channel;

/**
 * The slots that one subscription holds, oldest delivery first, each with the delivery index under which it was given. A
 * linked list in arrays: a frame kept for long does not stand in the way of those behind it.
 */
final class HeldList {

    static final int NONE = -1;

    private final long[] index;
    private final int[] next;
    private final int[] previous;
    private int first = NONE;
    private int last = NONE;
    private int size;

    HeldList(int slots) {
        index = new long[slots];
        next = new int[slots];
        previous = new int[slots];
    }

    int size() {
        return size;
    }

    /** The slot that was delivered first, or {@link #NONE}. */
    int first() {
        return first;
    }

    /** The slot that was delivered after {@code slot}, or {@link #NONE}. */
    int next(int slot) {
        return next[slot];
    }

    /** The delivery index under which {@code slot} was given. */
    long index(int slot) {
        return index[slot];
    }

    void append(int slot, long deliveryIndex) {
        index[slot] = deliveryIndex;
        next[slot] = NONE;
        previous[slot] = last;
        if (last == NONE) {
            first = slot;
        } else {
            next[last] = slot;
        }
        last = slot;
        size++;
    }

    void remove(int slot) {
        int before = previous[slot];
        int after = next[slot];
        if (before == NONE) {
            first = after;
        } else {
            next[before] = after;
        }
        if (after == NONE) {
            last = before;
        } else {
            previous[after] = before;
        }
        size--;
    }
}
