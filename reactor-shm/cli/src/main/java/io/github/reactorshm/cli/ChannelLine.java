package io.github.reactorshm.cli;

import java.util.List;
import java.util.Locale;

import io.github.reactorshm.control.SeenChannel;
import io.github.reactorshm.layout.ChannelStats;
import io.github.reactorshm.layout.PoolHeader;
import org.jspecify.annotations.Nullable;

/** One channel of the list; what cannot be read is null, and the remark says why. */
record ChannelLine(String name, String state, String directory, long bytes, @Nullable Integer slots,
        @Nullable Long slotSize, @Nullable String contentType, @Nullable Long subscriptions, @Nullable Long published,
        @Nullable Long pid, @Nullable Long figuresAgeMillis, String remark) {

    static ChannelLine of(SeenChannel seen) {
        PoolHeader pool = seen.pool();
        ChannelStats stats = seen.stats();
        return new ChannelLine(seen.name(), seen.state().name().toLowerCase(Locale.ROOT), seen.directory().toString(),
                seen.bytes(), pool == null ? null : pool.geometry().slots(),
                pool == null ? null : pool.geometry().slotSize(), pool == null ? null : pool.contentType(),
                stats == null ? null : stats.totals().active(), stats == null ? null : stats.totals().published(),
                stats == null ? null : stats.identity().pid(),
                stats == null ? null : Ages.millisSince(stats.writtenNanos()), seen.remark());
    }

    static String table(List<ChannelLine> channels) {
        Table table = new Table("CHANNEL", "STATE", ">SIZE", ">SLOTS", ">SLOT SIZE", ">SUBSCRIBERS", ">PUBLISHED",
                ">PID", "CONTENT");
        for (ChannelLine c : channels) {
            table.row(c.name, c.state, Texts.size(c.bytes), Texts.count(c.slots),
                    c.slotSize == null ? Texts.UNKNOWN : Texts.size(c.slotSize), Texts.count(c.subscriptions),
                    Texts.count(c.published), c.pid == null ? Texts.UNKNOWN : String.valueOf(c.pid),
                    Texts.foreign(c.contentType));
        }
        return table.text();
    }
}
