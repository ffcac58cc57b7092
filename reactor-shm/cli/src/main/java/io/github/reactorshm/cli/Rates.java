package io.github.reactorshm.cli;

import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

import io.github.reactorshm.layout.ChannelStats;
import io.github.reactorshm.layout.SubscriptionStats;
import org.jspecify.annotations.Nullable;

/** What grew between two looks at one opening of a channel; nothing if its owner wrote no figures in between. */
final class Rates {

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final double PRECISION = 1000;

    private final @Nullable ChannelStats before;
    private final double seconds;

    Rates(@Nullable ChannelStats before, ChannelStats now) {
        boolean same = before != null && before.identity().incarnation() == now.identity().incarnation()
                && now.writtenNanos() > before.writtenNanos();
        this.before = same ? before : null;
        this.seconds = before == null ? 0 : (now.writtenNanos() - before.writtenNanos()) / NANOS_PER_SECOND;
    }

    /** How fast a figure of the channel grew. */
    @Nullable
    Double of(long now, ToLongFunction<ChannelStats> figure) {
        return before == null ? null : rounded((now - figure.applyAsLong(before)) / seconds);
    }

    /** How fast a figure of a subscription grew. */
    @Nullable
    Double of(long now, @Nullable SubscriptionStats then, ToLongFunction<SubscriptionStats> figure) {
        return then == null ? null : rounded((now - figure.applyAsLong(then)) / seconds);
    }

    /** Three decimals: more would be noise. */
    private static double rounded(double value) {
        return Math.round(value * PRECISION) / PRECISION;
    }

    @Nullable
    SubscriptionStats before(long id) {
        return before == null
                ? null
                : before.subscriptions().stream().filter(s -> s.id() == id).findFirst().orElse(null);
    }
}
