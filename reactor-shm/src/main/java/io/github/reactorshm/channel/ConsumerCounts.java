package io.github.reactorshm.channel;

import java.util.concurrent.atomic.AtomicLong;

/** What one subscription has seen. Written by whoever drains it, read by any thread. */
final class ConsumerCounts {

    private final boolean gapsAreSkips;
    private final AtomicLong received = new AtomicLong();
    private final AtomicLong skipped = new AtomicLong();
    private final AtomicLong redelivered = new AtomicLong();
    private final AtomicLong lastNanos = new AtomicLong();
    private long last;

    /** {@code gapsAreSkips} where the sequence shows what was passed over: in mode LATEST. */
    ConsumerCounts(boolean gapsAreSkips) {
        this.gapsAreSkips = gapsAreSkips;
    }

    void took(long sequence, long publishedNanos, boolean again) {
        // Before the count of frames, so that the first frame is never without its time.
        lastNanos.setOpaque(publishedNanos);
        received.setOpaque(received.getPlain() + 1);
        if (gapsAreSkips && last > 0 && sequence > last + 1) {
            skipped.setOpaque(skipped.getPlain() + sequence - last - 1);
        }
        if (again) {
            redelivered.setOpaque(redelivered.getPlain() + 1);
        }
        last = sequence;
    }

    long received() {
        return received.getOpaque();
    }

    /** When the last frame was published, as its producer says. */
    long lastNanos() {
        return lastNanos.getOpaque();
    }

    long skipped() {
        return skipped.getOpaque();
    }

    long redelivered() {
        return redelivered.getOpaque();
    }
}
