package io.github.reactorshm.examples.program;

import org.HdrHistogram.Histogram;

/** Adds up frames in their order: how many, how fast, how old, and what is missing or wrong. */
public final class FrameMeter {

    static final int SIGNIFICANT_DIGITS = 3;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long NANOS_PER_MICRO = 1_000;

    private final Histogram ageMicros = new Histogram(SIGNIFICANT_DIGITS);
    private long received;
    private long lost;
    private long torn;
    private long latestSequence;
    private long firstNanos;
    private long latestNanos;

    /**
     * Takes the next frame.
     *
     * @param sequence its number in the channel
     * @param age nanoseconds from its publishing to the beginning of its inspection
     * @param damaged whether its checksum was wrong
     */
    public synchronized void add(long sequence, long age, boolean damaged) {
        latestNanos = System.nanoTime();
        if (received == 0) {
            firstNanos = latestNanos;
        } else {
            lost += sequence - latestSequence - 1;
        }
        latestSequence = sequence;
        received++;
        if (damaged) {
            torn++;
        }
        ageMicros.recordValue(Math.max(0, age / NANOS_PER_MICRO));
    }

    public synchronized long received() {
        return received;
    }

    /** Frames that are missing between those received. */
    public synchronized long lost() {
        return lost;
    }

    /** Frames whose checksum was wrong. */
    public synchronized long torn() {
        return torn;
    }

    /** Frames per second from the first to the latest. */
    public synchronized double fps() {
        return latestNanos > firstNanos ? (received - 1) * NANOS_PER_SECOND / (latestNanos - firstNanos) : 0;
    }

    /** Age of the frames when their inspection began. */
    public synchronized Age age() {
        return Age.of(ageMicros);
    }

    /** The ages of all frames as text, from which {@link Age#merged} makes the age of the frames of several meters. */
    public synchronized String ages() {
        return Age.text(ageMicros);
    }
}
