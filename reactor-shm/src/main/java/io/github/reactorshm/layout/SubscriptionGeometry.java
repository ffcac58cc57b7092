package io.github.reactorshm.layout;

/**
 * Where the groups of one subscription's control file lie; all of it follows from the number of slots.
 *
 * <pre>
 * offset   group            writer
 *      0   identity         producer, once
 *    128   asks             consumer   requested, state
 *    256   taken            consumer
 *    384   tells            producer   delivered, state, starving
 *    512   consumer bell    consumer sets, producer clears
 *    640   producer bell    producer sets, consumer clears
 *    768   delivery ring    producer   64 bytes an entry
 *      +   return words     consumer   8 bytes a slot
 *      +   error text       producer
 * </pre>
 *
 * @param slots number of slots in the channel's pool, at least 1
 * @param ringCapacity entries of the delivery ring: the least power of two that holds every slot and the terminal
 * @param returnsOffset offset of the return words
 * @param errorOffset offset of the error text
 * @param fileSize size of the whole file, a multiple of 4096
 */
public record SubscriptionGeometry(int slots, int ringCapacity, long returnsOffset, long errorOffset, long fileSize) {

    /** The most slots that a channel has. */
    public static final int MAX_SLOTS = 1 << 20;

    /** Distance between two groups: two cache lines, since processors fetch lines in pairs. */
    static final long GROUP = 128;

    static final long IDENTITY = 0;
    static final long ASKS = GROUP;
    static final long TAKEN = 2 * GROUP;
    static final long TELLS = 3 * GROUP;
    static final long CONSUMER_BELL = 4 * GROUP;
    static final long PRODUCER_BELL = 5 * GROUP;
    static final long RING = 6 * GROUP;
    static final long ENTRY_SIZE = 64;
    static final long RETURN_WORD_SIZE = 8;

    private static final long PAGE = 4096;

    /**
     * Computes the geometry for a pool of {@code slots} slots.
     *
     * @param slots number of slots, from 1 to {@link #MAX_SLOTS}
     * @return the geometry
     */
    public static SubscriptionGeometry of(int slots) {
        if (slots < 1 || slots > MAX_SLOTS) {
            throw new IllegalArgumentException(
                    "a channel has from 1 to " + MAX_SLOTS + " slots, not " + slots);
        }
        int capacity = Integer.highestOneBit(slots) << 1;
        long returns = RING + capacity * ENTRY_SIZE;
        long error = roundUp(returns + slots * RETURN_WORD_SIZE, GROUP);
        long size = roundUp(error + ErrorText.SIZE, PAGE);
        return new SubscriptionGeometry(slots, capacity, returns, error, size);
    }

    private static long roundUp(long value, long unit) {
        return (value + unit - 1) / unit * unit;
    }
}
