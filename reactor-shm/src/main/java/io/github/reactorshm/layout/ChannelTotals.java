package io.github.reactorshm.layout;

/**
 * A channel's figures as its owner saw them last. They are advice: nothing but people and monitors reads them.
 *
 * @param free slots that are neither reserved nor in use
 * @param held slots that subscriptions hold, each counted once for each of them
 * @param kept slots that the owner's process lost
 * @param active subscriptions that get frames
 * @param demand what those that pace the sink still wait for
 * @param credit what was asked of the upstream and has not come
 * @param published frames that were published
 * @param waiting frames that wait for a member of a group, or for a subscription
 * @param discarded frames that nobody gets any more
 * @param stalled whether subscriptions have held the whole pool for 2 s while there is demand
 * @param newestNanos when the newest frame was published, on CLOCK_MONOTONIC
 * @param parks waits of the thread that serves the owner's sinks
 * @param wakeUps those that a bell or another thread ended
 */
public record ChannelTotals(long free, long held, long kept, long active, long demand, long credit, long published,
        long waiting, long discarded, boolean stalled, long newestNanos, long parks, long wakeUps) {}
