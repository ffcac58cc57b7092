package io.github.reactorshm.channel;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** What a producer looks like from outside. Written by whoever drains it, read by any thread. */
public final class ProducerGauges {

    // Opaque stores: a reader sees the newest value soon, and the writer, once a frame, pays for no fence.
    private final AtomicInteger freeSlots = new AtomicInteger();
    private final AtomicInteger heldSlots = new AtomicInteger();
    private final AtomicInteger subscriptions = new AtomicInteger();
    private final AtomicLong credit = new AtomicLong();
    private final AtomicLong demand = new AtomicLong();
    private final AtomicLong published = new AtomicLong();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicLong discarded = new AtomicLong();
    private final AtomicLong newestNanos = new AtomicLong();
    private volatile List<SubscriptionGauges> present = List.of();
    private volatile Runnable changed = () -> {};
    private volatile boolean stalled;

    ProducerGauges(int slots) {
        freeSlots.set(slots);
    }

    /**
     * Slots that are neither reserved for credit nor in use.
     *
     * @return the number
     */
    public int freeSlots() {
        return freeSlots.getOpaque();
    }

    /**
     * Slots that subscriptions hold.
     *
     * @return the number
     */
    public int heldSlots() {
        return heldSlots.getOpaque();
    }

    /**
     * Subscriptions that get frames.
     *
     * @return the number
     */
    public int subscriptions() {
        return subscriptions.getOpaque();
    }

    /**
     * What was asked of the upstream and has not come.
     *
     * @return the number of elements
     */
    public long credit() {
        return credit.getOpaque();
    }

    /**
     * What every subscription still waits for.
     *
     * @return the least of their demands, 0 if there is none
     */
    public long demand() {
        return demand.getOpaque();
    }

    /**
     * Frames published since the opening.
     *
     * @return the number
     */
    public long published() {
        return published.getOpaque();
    }

    /**
     * Frames that wait in a group for a member, or that came when nobody was there.
     *
     * @return the number
     */
    public int waiting() {
        return waiting.getOpaque();
    }

    /**
     * Frames that were published and that nobody gets any more: given to subscriptions that cancelled before they took them, or
     * dropped with a group's last member or at the channel's end.
     *
     * @return the number
     */
    public long discarded() {
        return discarded.getOpaque();
    }

    /**
     * Each subscription that is there.
     *
     * @return their gauges
     */
    public List<SubscriptionGauges> present() {
        return present;
    }

    /**
     * Whether subscriptions have held the whole pool for 2 s while there was demand.
     *
     * @return true if they do
     */
    public boolean stalled() {
        return stalled;
    }

    /**
     * When the newest frame was published, on the clock of {@link System#nanoTime()}; of no meaning before the first one.
     *
     * @return nanoseconds
     */
    public long newestNanos() {
        return newestNanos.getOpaque();
    }

    /**
     * Who is told that {@link #present()} has others in it.
     *
     * @param listener called by whoever drains the producer; it must not block nor run user code
     */
    public void onChange(Runnable listener) {
        changed = listener;
    }

    void newest(long nanos) {
        newestNanos.setOpaque(nanos);
    }

    void set(int free, int held, int subscribed, long outstanding, long asked, long sequence) {
        freeSlots.setOpaque(free);
        heldSlots.setOpaque(held);
        subscriptions.setOpaque(subscribed);
        credit.setOpaque(outstanding);
        demand.setOpaque(asked);
        published.setOpaque(sequence);
    }

    void waiting(int frames, long dropped) {
        waiting.setOpaque(frames);
        discarded.setOpaque(dropped);
    }

    void present(List<SubscriptionGauges> all) {
        present = all;
        changed.run();
    }

    void stalled(boolean now) {
        stalled = now;
    }
}
