package io.github.reactorshm.channel;

/** What a producer looks like from outside. Written by whoever drains it, read by any thread. */
public final class ProducerGauges {

    private volatile int freeSlots;
    private volatile int heldSlots;
    private volatile int subscriptions;
    private volatile long credit;
    private volatile long demand;
    private volatile long published;
    private volatile boolean stalled;

    ProducerGauges(int slots) {
        freeSlots = slots;
    }

    /**
     * Slots that are neither reserved for credit nor in use.
     *
     * @return the number
     */
    public int freeSlots() {
        return freeSlots;
    }

    /**
     * Slots that subscriptions hold.
     *
     * @return the number
     */
    public int heldSlots() {
        return heldSlots;
    }

    /**
     * Subscriptions that get frames.
     *
     * @return the number
     */
    public int subscriptions() {
        return subscriptions;
    }

    /**
     * What was asked of the upstream and has not come.
     *
     * @return the number of elements
     */
    public long credit() {
        return credit;
    }

    /**
     * What every subscription still waits for.
     *
     * @return the least of their demands, 0 if there is none
     */
    public long demand() {
        return demand;
    }

    /**
     * Frames published since the opening.
     *
     * @return the number
     */
    public long published() {
        return published;
    }

    /**
     * Whether subscriptions have held the whole pool for 2 s while there was demand.
     *
     * @return true if they do
     */
    public boolean stalled() {
        return stalled;
    }

    void set(int free, int held, int subscribed, long outstanding, long asked, long sequence) {
        if (freeSlots != free) {
            freeSlots = free;
        }
        if (heldSlots != held) {
            heldSlots = held;
        }
        if (subscriptions != subscribed) {
            subscriptions = subscribed;
        }
        if (credit != outstanding) {
            credit = outstanding;
        }
        if (demand != asked) {
            demand = asked;
        }
        if (published != sequence) {
            published = sequence;
        }
    }

    void stalled(boolean now) {
        stalled = now;
    }
}
