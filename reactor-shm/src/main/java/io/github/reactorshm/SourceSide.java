package io.github.reactorshm;

import java.time.Duration;
import java.util.Optional;

import io.github.reactorshm.channel.ConsumerSettings;
import io.github.reactorshm.channel.Loops;

/** What the forms of a source have in common: their settings and figures. */
abstract class SourceSide implements ShmSourceGauges {

    final ConsumerSettings settings;

    SourceSide(ConsumerSettings settings) {
        this.settings = settings;
    }

    @Override
    public final String getChannel() {
        return settings.channel();
    }

    @Override
    public final ShmMode getMode() {
        return SubscriptionView.mode(settings.service().mode());
    }

    @Override
    public final String getGroup() {
        return settings.service().group();
    }

    @Override
    public final int subscriptions() {
        return settings.open().size();
    }

    @Override
    public final long received() {
        return settings.gauges().received();
    }

    @Override
    public final long skipped() {
        return settings.gauges().skipped();
    }

    @Override
    public final long redelivered() {
        return settings.gauges().redelivered();
    }

    @Override
    public final int heldSlots() {
        return settings.gauges().held();
    }

    @Override
    public final long keptSlots() {
        return settings.lostFrames().kept();
    }

    @Override
    public final long reclaimedSlots() {
        return settings.lostFrames().givenBack();
    }

    @Override
    public final Optional<Duration> lastFrameAge() {
        return FrameAge.of(received(), settings.gauges()::lastNanos);
    }

    @Override
    public final long parks() {
        return Loops.sources().parks();
    }

    @Override
    public final long wakeUps() {
        return Loops.sources().wakeUps();
    }
}
