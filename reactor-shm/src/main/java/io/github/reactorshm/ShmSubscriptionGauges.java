package io.github.reactorshm;

/**
 * What one subscription looks like from its {@link ShmSink}. To be read by any thread at any time; two objects for the same
 * subscription are equal.
 */
public interface ShmSubscriptionGauges {

    /**
     * The subscription's number, which no other subscription of its sink has.
     *
     * @return the number, from 1
     */
    long getId();

    /**
     * How it is served.
     *
     * @return the mode
     */
    ShmMode getMode();

    /**
     * The group that it is a member of.
     *
     * @return the group's name, empty if it is of none
     */
    String getGroup();

    /**
     * Frames that it asked for and was not given. A gauge.
     *
     * @return the number
     */
    long demand();

    /**
     * Slots that it was given and has not given back. A gauge.
     *
     * @return the number
     */
    int heldSlots();

    /**
     * Frames that it was given. A counter.
     *
     * @return the number
     */
    long delivered();

    /**
     * Frames that were published since it joined and that it will not get, since newer ones took their place. A counter.
     *
     * @return the number, 0 in other modes than {@link ShmMode#LATEST}
     */
    long skipped();

    /**
     * Frames that it was given and that another member of its group may have seen before. A counter.
     *
     * @return the number, 0 in other modes than {@link ShmMode#GROUP}
     */
    long redelivered();

    /**
     * Whether it has been at its limit of held frames for 2 s or more, giving none back, while frames wait for it. A gauge.
     *
     * @return true if it has
     */
    boolean hoarding();
}
