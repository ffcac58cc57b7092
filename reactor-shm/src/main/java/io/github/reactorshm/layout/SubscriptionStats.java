package io.github.reactorshm.layout;

/**
 * One subscription's figures as the owner saw them last.
 *
 * @param id its number, from 1
 * @param mode how it is served
 * @param group the group that it is a member of, empty if none
 * @param demand what it asked for and was not given
 * @param held slots that it has not given back
 * @param delivered frames that it was given
 * @param skipped frames that newer ones took the place of
 * @param redelivered frames that another member of its group may have seen before
 * @param hoarding whether it is at its limit of held frames and gives none back
 */
public record SubscriptionStats(long id, DeliveryMode mode, String group, long demand, long held, long delivered,
        long skipped, long redelivered, boolean hoarding) {}
