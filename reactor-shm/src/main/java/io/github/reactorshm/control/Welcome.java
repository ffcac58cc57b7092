package io.github.reactorshm.control;

/**
 * The producer's answer to a {@link Hello} that it accepts.
 *
 * @param incarnation the channel's incarnation
 * @param subscriptionId the subscription's id, which names its control file
 * @param slots number of slots in the pool
 * @param slotSize size of a slot in bytes
 * @param contentType the content type of the channel
 */
public record Welcome(long incarnation, long subscriptionId, int slots, long slotSize, String contentType)
        implements
            Answer {}
