package io.github.reactorshm.channel;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.github.reactorshm.control.Nanos;
import io.github.reactorshm.error.ShmDemandTimeoutException;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmStallTimeoutException;
import org.jspecify.annotations.Nullable;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * Notices two kinds of standstill at each tick: nobody asks for a frame, or subscriptions hold the whole pool, or all that a group
 * may hold, while there is demand. It warns of the second; it ends the channel only under a time-out that the user has set. It never takes a slot
 * from a living holder.
 */
final class PatienceWatch {

    private static final Logger LOG = Loggers.getLogger(PatienceWatch.class);
    private static final long WARN_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final String channel;
    private final int slots;
    private final ProducerSettings settings;
    private final ProducerGauges gauges;

    private long lastPublished = -1;
    private long lastBack = -1;
    private long demandSince;
    private long stallSince;
    private boolean warned;

    PatienceWatch(String channel, int slots, ProducerSettings settings, ProducerGauges gauges, long now) {
        this.channel = channel;
        this.slots = slots;
        this.settings = settings;
        this.gauges = gauges;
        this.demandSince = now;
        this.stallSince = now;
    }

    /**
     * One tick, by whoever drains the producer.
     *
     * @param now the time, as {@code System.nanoTime()} tells it
     * @param dispatch what it looks at
     * @return an error that ends the channel, or null
     */
    @Nullable
    ShmException tick(long now, Dispatch dispatch) {
        Roster roster = dispatch.roster();
        boolean moved = dispatch.published() != lastPublished;
        boolean wanted = dispatch.wanted();
        boolean underWay = dispatch.outstanding() > 0;
        if (moved || wanted || underWay) {
            demandSince = now;
        }
        if (moved || !dispatch.waitsForHolders() || dispatch.back() != lastBack) {
            stallSince = now;
            recovered(roster);
        }
        lastPublished = dispatch.published();
        lastBack = dispatch.back();
        Duration demandTimeout = settings.demandTimeout();
        if (demandTimeout != null && now - demandSince >= Nanos.of(demandTimeout)) {
            return new ShmDemandTimeoutException(channel, demandTimeout);
        }
        long stalled = now - stallSince;
        if (stalled >= WARN_NANOS && !warned) {
            warned = true;
            gauges.stalled(true);
            roster.starving(true);
            LOG.warn("channel '" + channel + "': " + text(stalled, dispatch));
        }
        Duration stallTimeout = settings.stallTimeout();
        if (stallTimeout != null && stalled >= Nanos.of(stallTimeout)) {
            return new ShmStallTimeoutException(channel, text(stalled, dispatch));
        }
        return null;
    }

    /** Nobody waits for slots any more: the stream has ended, or not begun. */
    void over(Roster roster) {
        if (warned) {
            warned = false;
            gauges.stalled(false);
            roster.starving(false);
        }
        for (SinkSubscription s : roster.all()) {
            s.gauges().hoarding(false);
        }
    }

    private void recovered(Roster roster) {
        if (warned) {
            warned = false;
            gauges.stalled(false);
            roster.starving(false);
            LOG.info("channel " + channel + ": slots came back; the stream goes on");
        }
    }

    private static String more(long demand) {
        return demand > Long.MAX_VALUE / 2 ? "more without bound" : demand + " more";
    }

    private String text(long stalledNanos, Dispatch dispatch) {
        Roster roster = dispatch.roster();
        long millis = TimeUnit.NANOSECONDS.toMillis(stalledNanos);
        StringBuilder text = new StringBuilder();
        if (dispatch.free() == 0) {
            text.append("all ").append(slots).append(" slots of its pool have been held for ").append(millis)
                    .append(" ms while there is demand:");
        } else {
            text.append("for ").append(millis).append(" ms no frame could be given, although there is demand and ")
                    .append(dispatch.free()).append(" of ").append(slots)
                    .append(" slots are free, since all members of a group hold as many as they may:");
        }
        for (SinkSubscription s : roster.all()) {
            if (s.heldCount() > 0) {
                text.append(" subscription ").append(s.id());
                if (s.group() != null) {
                    text.append(" (group '").append(s.gauges().group()).append("', at most ")
                            .append(dispatch.limitOf(s))
                            .append(')');
                }
                text.append(" holds ").append(s.heldCount()).append(" and waits for ").append(more(s.demand()))
                        .append(';');
            }
        }
        for (Group g : roster.groups()) {
            if (g.queued() > 0) {
                text.append(' ').append(g.queued()).append(" wait in group '").append(g.name())
                        .append(g.hasMembers() ? "', whose members take none;" : "', which has no member;");
            }
        }
        return text
                .append(" close frames sooner, give the channel more slots, or let the subscriber gather fewer at once")
                .toString();
    }
}
