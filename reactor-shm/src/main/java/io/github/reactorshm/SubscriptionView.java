package io.github.reactorshm;

import java.util.List;

import io.github.reactorshm.channel.SubscriptionGauges;
import io.github.reactorshm.layout.DeliveryMode;

/** One subscription's gauges as users see them. */
record SubscriptionView(SubscriptionGauges gauges) implements ShmSubscriptionGauges {

    static List<ShmSubscriptionGauges> of(List<SubscriptionGauges> all) {
        return all.stream().<ShmSubscriptionGauges>map(SubscriptionView::new).toList();
    }

    static ShmMode mode(DeliveryMode mode) {
        return switch (mode) {
            case LOSSLESS -> ShmMode.LOSSLESS;
            case LATEST -> ShmMode.LATEST;
            case GROUP -> ShmMode.GROUP;
        };
    }

    @Override
    public long getId() {
        return gauges.id();
    }

    @Override
    public ShmMode getMode() {
        return mode(gauges.mode());
    }

    @Override
    public String getGroup() {
        return gauges.group();
    }

    @Override
    public long demand() {
        return gauges.demand();
    }

    @Override
    public int heldSlots() {
        return gauges.held();
    }

    @Override
    public long delivered() {
        return gauges.delivered();
    }

    @Override
    public long skipped() {
        return gauges.skipped();
    }

    @Override
    public long redelivered() {
        return gauges.redelivered();
    }

    @Override
    public boolean hoarding() {
        return gauges.hoarding();
    }

    @Override
    public String toString() {
        return "subscription " + getId() + " (" + getMode() + (getGroup().isEmpty() ? "" : " " + getGroup()) + ")";
    }
}
