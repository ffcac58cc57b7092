package io.github.reactorshm.examples.webflux.app;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.examples.video.LumaGrid;
import io.github.reactorshm.examples.video.media.PictureFormat;
import org.jspecify.annotations.Nullable;

/** What stays of a raw picture when its slot goes back. */
record LookedAt(long incarnation, long sequence, double ageMillis, LumaGrid luma) {

    private static final double NANOS_PER_MILLI = 1e6;

    static LookedAt of(ShmFrame frame) {
        double age = (System.nanoTime() - frame.publishedNanos()) / NANOS_PER_MILLI;
        return new LookedAt(frame.info().incarnation(), frame.sequence(), age,
                LumaGrid.of(frame.segment(), PictureFormat.of(frame.info().attributes())));
    }

    /** Nothing has moved in the first picture of a camera. */
    Finding since(@Nullable LookedAt earlier) {
        double motion = earlier != null && earlier.incarnation == incarnation ? luma.motionSince(earlier.luma) : 0;
        return new Finding(sequence, motion, ageMillis);
    }
}
