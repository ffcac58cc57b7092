package io.github.reactorshm.cli;

import java.util.List;
import java.util.Locale;

import io.github.reactorshm.layout.SubscriptionStats;
import org.jspecify.annotations.Nullable;

/** One subscription of a channel. */
record SubscriptionLine(long id, String mode, String group, long demand, long held, long delivered,
        @Nullable Double deliveredPerSecond, long skipped, @Nullable Double skippedPerSecond, long redelivered,
        boolean hoarding) {

    static SubscriptionLine of(SubscriptionStats now, Rates rates) {
        SubscriptionStats before = rates.before(now.id());
        return new SubscriptionLine(now.id(), now.mode().name().toLowerCase(Locale.ROOT), now.group(), now.demand(),
                now.held(), now.delivered(), rates.of(now.delivered(), before, SubscriptionStats::delivered),
                now.skipped(), rates.of(now.skipped(), before, SubscriptionStats::skipped), now.redelivered(),
                now.hoarding());
    }

    static String table(List<SubscriptionLine> subscriptions) {
        Table table = new Table(">ID", "MODE", "GROUP", ">DEMAND", ">HELD", ">DELIVERED", ">", ">SKIPPED", ">",
                ">REDELIVERED", "");
        for (SubscriptionLine s : subscriptions) {
            table.row(Texts.count(s.id), s.mode, Texts.foreign(s.group), Texts.demand(s.demand), Texts.count(s.held),
                    Texts.count(s.delivered), Texts.rate(s.deliveredPerSecond), Texts.count(s.skipped),
                    Texts.rate(s.skippedPerSecond), Texts.count(s.redelivered), s.hoarding ? "hoarding" : "");
        }
        return table.text();
    }
}
