package io.github.reactorshm.examples.video;

import java.util.ArrayList;
import java.util.List;

import io.github.reactorshm.examples.program.FrameMeter;
import org.jspecify.annotations.Nullable;

/** Adds up the pictures in their order: motion between neighbours, age, and what is missing or wrong. */
final class MotionMeter {

    private final FrameMeter frames = new FrameMeter();
    private final List<Long> numbers = new ArrayList<>();
    private final List<Double> motion = new ArrayList<>();

    private @Nullable InspectedPicture latest;

    /** Takes the next picture. */
    synchronized void add(InspectedPicture picture) {
        frames.add(picture.sequence(), picture.ageNanos(), picture.torn());
        if (latest != null && picture.sequence() == latest.sequence() + 1) {
            numbers.add(picture.sequence());
            motion.add(picture.luma().motionSince(latest.luma()));
        }
        latest = picture;
    }

    /** How many pictures, how fast, how old, and what is missing or wrong. */
    FrameMeter frames() {
        return frames;
    }

    /** Numbers of the pictures for which {@link #motion()} has a value. */
    synchronized double[] numbers() {
        return numbers.stream().mapToDouble(Long::doubleValue).toArray();
    }

    /** Motion from the picture before, in percent. */
    synchronized double[] motion() {
        return motion.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
