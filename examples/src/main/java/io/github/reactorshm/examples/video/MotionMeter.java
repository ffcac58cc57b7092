package io.github.reactorshm.examples.video;

import java.util.ArrayList;
import java.util.List;

import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Adds up the pictures in their order: motion between neighbours, age, and what is missing or wrong. */
final class MotionMeter {

    private static final int SIGNIFICANT_DIGITS = 3;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long NANOS_PER_MICRO = 1_000;

    private final Histogram ageMicros = new Histogram(SIGNIFICANT_DIGITS);
    private final List<Long> numbers = new ArrayList<>();
    private final List<Double> motion = new ArrayList<>();

    private @Nullable InspectedPicture latest;
    private long received;
    private long lost;
    private long torn;
    private long firstNanos;
    private long latestNanos;

    /** Takes the next picture. */
    synchronized void add(InspectedPicture picture) {
        latestNanos = System.nanoTime();
        if (latest == null) {
            firstNanos = latestNanos;
        } else if (picture.sequence() == latest.sequence() + 1) {
            numbers.add(picture.sequence());
            motion.add(picture.luma().motionSince(latest.luma()));
        } else {
            lost += picture.sequence() - latest.sequence() - 1;
        }
        latest = picture;
        received++;
        if (picture.torn()) {
            torn++;
        }
        ageMicros.recordValue(Math.max(0, picture.ageNanos() / NANOS_PER_MICRO));
    }

    synchronized long received() {
        return received;
    }

    /** Pictures that are missing between those received. */
    synchronized long lost() {
        return lost;
    }

    /** Pictures whose checksum was wrong. */
    synchronized long torn() {
        return torn;
    }

    /** Pictures per second from the first to the latest. */
    synchronized double fps() {
        return latestNanos > firstNanos ? (received - 1) * NANOS_PER_SECOND / (latestNanos - firstNanos) : 0;
    }

    synchronized Age age() {
        return new Age(ageMicros.getValueAtPercentile(50), ageMicros.getValueAtPercentile(95),
                ageMicros.getValueAtPercentile(99), ageMicros.getMaxValue());
    }

    /** Numbers of the pictures for which {@link #motion()} has a value. */
    synchronized double[] numbers() {
        return numbers.stream().mapToDouble(Long::doubleValue).toArray();
    }

    /** Motion from the picture before, in percent. */
    synchronized double[] motion() {
        return motion.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Age of the pictures when their inspection began, in microseconds. */
    record Age(long p50, long p95, long p99, long max) {}
}
