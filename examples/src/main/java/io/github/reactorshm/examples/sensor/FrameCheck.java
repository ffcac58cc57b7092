package io.github.reactorshm.examples.sensor;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.function.Function;

import io.github.reactorshm.ShmFrame;

/** Reads every byte of a frame where it lies, over and over until a while has passed. */
final class FrameCheck implements Function<ShmFrame, CheckedFrame> {

    private final Duration atLeast;

    FrameCheck(Duration atLeast) {
        this.atLeast = atLeast;
    }

    @Override
    public CheckedFrame apply(ShmFrame frame) {
        long age = System.nanoTime() - frame.publishedNanos();
        MemorySegment payload = frame.segment();
        boolean[] torn = {false};
        Work.atLeast(atLeast, () -> {
            long checksum = Checksum.of(payload);
            torn[0] |= checksum != frame.tag();
            return checksum;
        });
        return new CheckedFrame(frame.sequence(), age, torn[0]);
    }
}
