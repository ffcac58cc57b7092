package io.github.reactorshm.benchmarks.smallframes;

/** Counts a round's frames on the consumer's side. One thread. */
final class Tally {

    private final int due;
    private int frames;
    private long sum;
    private long misplaced;
    private long lastSequence;
    private long startNanos;
    private long endNanos;

    Tally(int due) {
        this.due = due;
    }

    /** Notes a frame's descriptor. */
    void descriptor(long sequence, long publishedNanos) {
        if (sequence != lastSequence + 1) {
            misplaced++;
        }
        lastSequence = sequence;
        if (frames == 0) {
            startNanos = publishedNanos;
        }
    }

    /** Notes a frame's value, after its descriptor; the last one ends the measurement. */
    int value(int value) {
        sum += value;
        if (++frames == due) {
            endNanos = System.nanoTime();
        }
        return value;
    }

    Receipt receipt(String ages) {
        return new Receipt(frames, sum, misplaced, endNanos - startNanos, ages, null);
    }
}
