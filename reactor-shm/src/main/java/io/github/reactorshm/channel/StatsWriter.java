package io.github.reactorshm.channel;

import java.util.List;
import java.util.function.IntSupplier;

import io.github.reactorshm.control.MappedFile;
import io.github.reactorshm.control.OwnedChannel;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.layout.ChannelTotals;
import io.github.reactorshm.layout.PoolGeometry;
import io.github.reactorshm.layout.StatsFile;
import io.github.reactorshm.layout.StatsIdentity;
import io.github.reactorshm.layout.SubscriptionStats;
import io.github.reactorshm.loop.Loop;
import org.jspecify.annotations.Nullable;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * Writes a producer's gauges into its channel's {@code stats} file. Control thread only. A file that cannot be made or written any
 * more is given up with a warning: the stream does not need it.
 */
final class StatsWriter {

    private static final Logger LOG = Loggers.getLogger(StatsWriter.class);

    private final OwnedChannel owned;
    private final PoolGeometry geometry;
    private final ProducerGauges gauges;
    private final IntSupplier kept;
    private final Loop loop;
    private @Nullable MappedFile file;
    private @Nullable StatsFile stats;

    StatsWriter(OwnedChannel owned, PoolGeometry geometry, ProducerGauges gauges, IntSupplier kept, Loop loop) {
        this.owned = owned;
        this.geometry = geometry;
        this.gauges = gauges;
        this.kept = kept;
        this.loop = loop;
    }

    void open() {
        try {
            MappedFile made = owned.createStats(StatsFile.SIZE);
            file = made;
            stats = StatsFile.create(made.segment(), new StatsIdentity(owned.header().incarnation(), geometry.slots(),
                    geometry.slotSize(), ProcessHandle.current().pid(), System.currentTimeMillis()));
            write();
        } catch (ShmException e) {
            LOG.warn("channel '" + owned.name() + "': no figures are written for outside readers", e);
        }
    }

    void write() {
        StatsFile s = stats;
        if (s == null) {
            return;
        }
        ChannelTotals totals = new ChannelTotals(gauges.freeSlots(), gauges.heldSlots(), kept.getAsInt(),
                gauges.subscriptions(), gauges.demand(), gauges.credit(), gauges.published(), gauges.waiting(),
                gauges.discarded(), gauges.stalled(), gauges.newestNanos(), loop.parks(), loop.wakeUps());
        List<SubscriptionStats> present = gauges.present().stream().map(StatsWriter::of).toList();
        try {
            s.store(System.nanoTime(), totals, present);
        } catch (InternalError e) {
            stats = null;
            LOG.warn("channel '" + owned.name() + "': its stats file was truncated; it is not written any more", e);
        }
    }

    private static SubscriptionStats of(SubscriptionGauges s) {
        return new SubscriptionStats(s.id(), s.mode(), s.group(), s.demand(), s.held(), s.delivered(), s.skipped(),
                s.redelivered(), s.hoarding());
    }

    /** Unmaps the file, which no other thread accesses. */
    void close() {
        stats = null;
        MappedFile f = file;
        if (f != null && !f.tryUnmap()) {
            LOG.warn("channel '" + owned.name() + "': its stats file stays mapped");
        }
    }
}
