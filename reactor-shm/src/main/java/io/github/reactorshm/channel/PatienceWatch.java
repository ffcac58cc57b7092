package io.github.reactorshm.channel;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.github.reactorshm.error.ShmDemandTimeoutException;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmStallTimeoutException;
import org.jspecify.annotations.Nullable;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * Notices two kinds of standstill at each tick: nobody asks for a frame, or subscriptions hold the whole pool while there is
 * demand. It warns of the second; it ends the channel only under a time-out that the user has set. It never takes a slot
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
     * @param need what may be granted as far as demand goes
     * @param outstanding credit that the upstream has not used
     * @param free free slots
     * @param published frames published in all
     * @param back slots that came back in all
     * @param roster who holds them
     * @return an error that ends the channel, or null
     */
    @Nullable
    ShmException tick(long now, long need, long outstanding, int free, long published, long back, Roster roster) {
        boolean moved = published != lastPublished;
        if (moved || need > 0 || outstanding > 0) {
            demandSince = now;
        }
        if (moved || back != lastBack || need == 0 || outstanding > 0 || free > 0) {
            stallSince = now;
            recovered(roster);
        }
        lastPublished = published;
        lastBack = back;
        Duration demandTimeout = settings.demandTimeout();
        if (demandTimeout != null && now - demandSince >= demandTimeout.toNanos()) {
            return new ShmDemandTimeoutException(channel, demandTimeout);
        }
        long stalled = now - stallSince;
        if (stalled >= WARN_NANOS && !warned) {
            warned = true;
            gauges.stalled(true);
            roster.starving(true);
            LOG.warn(text(stalled, roster));
        }
        Duration stallTimeout = settings.stallTimeout();
        if (stallTimeout != null && stalled >= stallTimeout.toNanos()) {
            return new ShmStallTimeoutException(channel, text(stalled, roster));
        }
        return null;
    }

    private void recovered(Roster roster) {
        if (warned) {
            warned = false;
            gauges.stalled(false);
            roster.starving(false);
            LOG.info("channel " + channel + ": slots came back; the stream goes on");
        }
    }

    private String text(long stalledNanos, Roster roster) {
        StringBuilder text = new StringBuilder("channel ").append(channel).append(": all ").append(slots)
                .append(" slots of its pool have been held for ")
                .append(TimeUnit.NANOSECONDS.toMillis(stalledNanos)).append(" ms while there is demand:");
        for (SinkSubscription s : roster.all()) {
            if (s.heldCount() > 0) {
                text.append(" subscription ").append(s.id()).append(" holds ").append(s.heldCount())
                        .append(" and waits for ").append(s.demand()).append(" more;");
            }
        }
        return text
                .append(" close frames sooner, give the channel more slots, or let the subscriber gather fewer at once")
                .toString();
    }
}
