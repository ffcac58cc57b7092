package io.github.reactorshm.cli;

import java.time.Instant;
import java.util.List;

import io.github.reactorshm.control.SeenChannel;
import io.github.reactorshm.layout.ChannelStats;
import io.github.reactorshm.layout.ChannelTotals;
import org.jspecify.annotations.Nullable;

/** What is known of one channel. */
record ChannelReport(ChannelLine channel, @Nullable Figures figures) {

    /** What its owner wrote. */
    record Figures(long ageMillis, String opened, long free, long held, long kept, long demand, long credit,
            long published, @Nullable Double publishedPerSecond, @Nullable Long newestFrameAgeMillis, long waiting,
            long discarded, boolean stalled, long parks, @Nullable Double parksPerSecond, long wakeUps,
            @Nullable Double wakeUpsPerSecond, int subscriptionsInBooks, List<SubscriptionLine> subscriptions) {}

    /** Compares with an earlier look, if there was one, for the rates. */
    static ChannelReport of(SeenChannel seen, @Nullable SeenChannel before) {
        ChannelStats stats = seen.stats();
        return new ChannelReport(ChannelLine.of(seen),
                stats == null ? null : figures(stats, new Rates(before == null ? null : before.stats(), stats)));
    }

    private static Figures figures(ChannelStats stats, Rates rates) {
        ChannelTotals t = stats.totals();
        return new Figures(Ages.millisSince(stats.writtenNanos()),
                Instant.ofEpochMilli(stats.identity().openedMillis()).toString(), t.free(), t.held(), t.kept(),
                t.demand(), t.credit(), t.published(), rates.of(t.published(), s -> s.totals().published()),
                t.published() == 0 ? null : Ages.millisSince(t.newestNanos()), t.waiting(), t.discarded(), t.stalled(),
                t.parks(), rates.of(t.parks(), s -> s.totals().parks()), t.wakeUps(),
                rates.of(t.wakeUps(), s -> s.totals().wakeUps()), stats.present(),
                stats.subscriptions().stream().map(s -> SubscriptionLine.of(s, rates)).toList());
    }

    String text() {
        StringBuilder text = new StringBuilder();
        line(text, "channel", channel.name() + ", " + channel.state()
                + (channel.pid() == null ? "" : ", process " + channel.pid()));
        line(text, "directory", channel.directory() + ", " + Texts.size(channel.bytes()));
        if (channel.slots() != null && channel.slotSize() != null) {
            line(text, "pool", Texts.count(channel.slots()) + " slots of " + Texts.count(channel.slotSize())
                    + " bytes, " + Texts.foreign(channel.contentType()));
        }
        Figures f = figures;
        if (f != null) {
            figures(text, f);
        }
        if (!channel.remark().isEmpty()) {
            line(text, "remark", Texts.foreign(channel.remark()));
        }
        if (f != null && !f.subscriptions.isEmpty()) {
            text.append('\n').append(SubscriptionLine.table(f.subscriptions));
            if (f.subscriptions.size() < f.subscriptionsInBooks) {
                text.append("and ").append(f.subscriptionsInBooks - f.subscriptions.size()).append(" more\n");
            }
        }
        return text.toString();
    }

    private static void figures(StringBuilder text, Figures f) {
        line(text, "opened", f.opened);
        line(text, "slots", Texts.count(f.free) + " free, " + Texts.count(f.held) + " held, " + Texts.count(f.kept)
                + " lost" + (f.stalled ? "; STALLED: subscribers hold the whole pool" : ""));
        line(text, "published", Texts.count(f.published) + " frames, " + Texts.rate(f.publishedPerSecond)
                + ", the newest " + Texts.age(f.newestFrameAgeMillis) + " ago");
        line(text, "waiting", Texts.count(f.waiting) + " frames; " + Texts.count(f.discarded) + " discarded");
        line(text, "upstream", Texts.demand(f.demand) + " demanded, " + Texts.count(f.credit) + " asked for");
        line(text, "thread", Texts.count(f.parks) + " parks, " + Texts.rate(f.parksPerSecond) + "; "
                + Texts.count(f.wakeUps) + " wake-ups, " + Texts.rate(f.wakeUpsPerSecond));
        line(text, "figures", Texts.age(f.ageMillis) + " old");
    }

    private static void line(StringBuilder text, String name, String value) {
        text.append(String.format("%-10s %s%n", name, value));
    }
}
