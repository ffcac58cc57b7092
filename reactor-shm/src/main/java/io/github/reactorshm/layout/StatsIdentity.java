package io.github.reactorshm.layout;

/**
 * What stands in a {@code stats} file from its making on.
 *
 * @param incarnation the channel's incarnation, as in its pool
 * @param slots slots of the pool
 * @param slotSize bytes of payload that a slot takes
 * @param pid the owner's process, as its own namespace numbers it: for people, nothing depends on it
 * @param openedMillis when the channel was opened, in milliseconds since 1970
 */
public record StatsIdentity(long incarnation, int slots, long slotSize, long pid, long openedMillis) {}
