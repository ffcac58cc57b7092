package io.github.reactorshm.channel;

import java.util.concurrent.TimeUnit;

import io.github.reactorshm.layout.DeliveryMode;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * Notices subscriptions that have been at their limit of held frames for 2 s, giving none back, while frames wait for them. They
 * hold up nobody but themselves, unless all members of a group do so, so it names them, once each time, and does no more.
 */
final class HoarderWatch {

    private static final Logger LOG = Loggers.getLogger(HoarderWatch.class);
    private static final long WARN_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final String channel;

    HoarderWatch(String channel) {
        this.channel = channel;
    }

    /** One tick, by whoever drains the producer. */
    void tick(long now, Dispatch dispatch) {
        boolean stuck = dispatch.waitsForHolders();
        for (SinkSubscription s : dispatch.roster().all()) {
            if (s.mode() != DeliveryMode.LOSSLESS) {
                look(now, s, dispatch.limitOf(s), dispatch.published() - s.last(), stuck);
            }
        }
    }

    private void look(long now, SinkSubscription s, int limit, long newer, boolean stuck) {
        // Where all members of a group are full, there is nothing newer.
        boolean full = s.active() && s.demand() > 0 && s.heldCount() >= limit && (newer > 0 || s.group() != null);
        if (!s.standsStill(full, now)) {
            if (s.gauges().hoarding()) {
                s.gauges().hoarding(false);
                if (s.active() && s.heldCount() < limit) {
                    LOG.info("channel " + channel + ": subscription " + s.id() + " gave frames back and gets more");
                }
            }
            return;
        }
        if (now - s.stillSince() >= WARN_NANOS && !s.gauges().hoarding()) {
            s.gauges().hoarding(true);
            LOG.warn("channel '" + channel + "': subscription " + s.id() + " (" + s.mode()
                    + (s.gauges().group().isEmpty() ? "" : " '" + s.gauges().group() + "'") + ") has held "
                    + s.heldCount() + " frames, which is its limit, for "
                    + TimeUnit.NANOSECONDS.toMillis(now - s.stillSince()) + " ms and given none back, while " + newer
                    + " newer ones came; it gets no more before it closes some, " + (stuck
                            ? "and the whole channel waits, since no other member of its group takes frames"
                            : "the others go on")
                    + ". Close frames sooner, give the channel"
                    + " more slots, or set heldLimit(..) of the sink");
        }
    }
}
