package io.github.reactorshm.channel;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import io.github.reactorshm.layout.DeliveryMode;

/** What one subscription of a producer looks like from outside. Written by whoever drains the producer, read by any thread. */
public final class SubscriptionGauges {

    private final long id;
    private final DeliveryMode mode;
    private final String group;
    private final AtomicLong demand = new AtomicLong();
    private final AtomicInteger held = new AtomicInteger();
    private final AtomicLong delivered = new AtomicLong();
    private final AtomicLong skipped = new AtomicLong();
    private final AtomicLong redelivered = new AtomicLong();
    private volatile boolean hoarding;

    SubscriptionGauges(long id, DeliveryMode mode, String group) {
        this.id = id;
        this.mode = mode;
        this.group = group;
    }

    /**
     * The subscription's number in its channel.
     *
     * @return the number, from 1
     */
    public long id() {
        return id;
    }

    /**
     * How it is served.
     *
     * @return the mode
     */
    public DeliveryMode mode() {
        return mode;
    }

    /**
     * The group that it is a member of.
     *
     * @return the name, empty if none
     */
    public String group() {
        return group;
    }

    /**
     * What it asked for and was not given.
     *
     * @return the number of frames
     */
    public long demand() {
        return demand.getOpaque();
    }

    /**
     * Slots that it was given and did not give back.
     *
     * @return the number
     */
    public int held() {
        return held.getOpaque();
    }

    /**
     * Frames that it was given.
     *
     * @return the number
     */
    public long delivered() {
        return delivered.getOpaque();
    }

    /**
     * Frames that were published since it joined and that it will not get, since newer ones took their place.
     *
     * @return the number, 0 in other modes than LATEST
     */
    public long skipped() {
        return skipped.getOpaque();
    }

    /**
     * Frames that it was given and that another member of its group may have seen before.
     *
     * @return the number
     */
    public long redelivered() {
        return redelivered.getOpaque();
    }

    /**
     * Whether it has been at its limit of held frames for 2 s, giving none back, while frames wait for it.
     *
     * @return true if it has
     */
    public boolean hoarding() {
        return hoarding;
    }

    void set(long asked, int slots, long frames, long passedOver, long again) {
        demand.setOpaque(asked);
        held.setOpaque(slots);
        delivered.setOpaque(frames);
        skipped.setOpaque(passedOver);
        redelivered.setOpaque(again);
    }

    void hoarding(boolean now) {
        hoarding = now;
    }
}
