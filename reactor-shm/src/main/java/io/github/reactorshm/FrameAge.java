package io.github.reactorshm;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** How old the newest frame is. */
final class FrameAge {

    private FrameAge() {}

    /** Empty without a frame. A clock that a peer read may be ahead of this thread's reading: such a frame is new. */
    static Optional<Duration> of(long frames, LongSupplier publishedNanos) {
        return frames == 0
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(Math.max(0, System.nanoTime() - publishedNanos.getAsLong())));
    }
}
