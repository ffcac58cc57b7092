package io.github.reactorshm.channel;

/** The descriptors of the frames in a producer's slots, for those who get a frame later than it was published. */
final class FrameTable {

    private final long[] length;
    private final long[] sequence;
    private final long[] publishedNanos;
    private final long[] tag;

    FrameTable(int slots) {
        length = new long[slots];
        sequence = new long[slots];
        publishedNanos = new long[slots];
        tag = new long[slots];
    }

    void set(int slot, long frameLength, long number, long nanos, long userTag) {
        length[slot] = frameLength;
        sequence[slot] = number;
        publishedNanos[slot] = nanos;
        tag[slot] = userTag;
    }

    long length(int slot) {
        return length[slot];
    }

    long sequence(int slot) {
        return sequence[slot];
    }

    long publishedNanos(int slot) {
        return publishedNanos[slot];
    }

    long tag(int slot) {
        return tag[slot];
    }
}
