package io.github.reactorshm.layout;

import java.util.List;

/**
 * What an owner says of its channel to outside readers.
 *
 * @param identity what does not change
 * @param writtenNanos when the rest was written, on CLOCK_MONOTONIC
 * @param totals the channel's figures
 * @param present subscriptions in the owner's books, also those for which the file has no room
 * @param subscriptions the first {@link StatsFile#MAX_SUBSCRIPTIONS} of them
 */
public record ChannelStats(StatsIdentity identity, long writtenNanos, ChannelTotals totals, int present,
        List<SubscriptionStats> subscriptions) {

    /** Copies the list. */
    public ChannelStats {
        subscriptions = List.copyOf(subscriptions);
    }
}
