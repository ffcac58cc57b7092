package io.github.reactorshm.channel;

/** Frames that wait for somebody to take them, lowest sequence first. It holds every slot of the pool, so it is never full. */
final class FrameQueue {

    private final FrameTable frames;
    private final int[] slots;
    private final int mask;
    private int head;
    private int size;

    FrameQueue(int capacity, FrameTable frames) {
        this.frames = frames;
        slots = new int[Integer.highestOneBit(capacity) << 1];
        mask = slots.length - 1;
    }

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** Adds a frame in its place: at the end, unless it comes back from somebody. */
    void add(int slot) {
        long sequence = frames.sequence(slot);
        int at = size++;
        while (at > 0 && frames.sequence(slots[(head + at - 1) & mask]) > sequence) {
            slots[(head + at) & mask] = slots[(head + at - 1) & mask];
            at--;
        }
        slots[(head + at) & mask] = slot;
    }

    /** Removes the frame with the lowest sequence; there must be one. */
    int remove() {
        int slot = slots[head & mask];
        head++;
        size--;
        return slot;
    }
}
