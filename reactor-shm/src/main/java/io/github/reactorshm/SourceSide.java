package io.github.reactorshm;

import java.time.Duration;
import java.util.Optional;

import io.github.reactorshm.channel.ConsumerSettings;
import io.github.reactorshm.channel.Loops;
import io.github.reactorshm.control.Nanos;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;

/** What the forms of a source have in common: their settings, figures and ends. */
abstract class SourceSide implements ShmSourceGauges, Disposable {

    final ConsumerSettings settings;

    SourceSide(ConsumerSettings settings) {
        this.settings = settings;
    }

    /**
     * Fails every subscription, now and later, with a {@link io.github.reactorshm.error.ShmCancelledException}, which is not retryable
     * here. Frames that subscribers hold stay theirs until they are closed. Idempotent; does not block.
     */
    @Override
    public final void dispose() {
        settings.open().cutOff();
    }

    /**
     * Whether the source takes no more subscribers.
     *
     * @return true once it was disposed of, in whatever way
     */
    @Override
    public final boolean isDisposed() {
        return settings.open().closing();
    }

    /**
     * How the source ends.
     *
     * @return completes once it was disposed of and no subscription is left, on the thread of the last one's signal
     */
    public final Mono<Void> onTerminate() {
        return settings.open().ended();
    }

    /**
     * Ends every subscription in good order: the sink gives it no more, its subscriber gets, as it asks, what was under way, and then the
     * completion. Subscriptions that have not ended after {@code patience} fail with a
     * {@link io.github.reactorshm.error.ShmCancelledException}, as after {@link #dispose()}; frames that they did not take are counted by the sink
     * ({@link ShmSink#discarded()}), or go to other members of the group. Later subscribers fail.
     *
     * @param patience how long it may take, not negative
     * @return completes when no subscription is left, on the thread of its last signal; it begins when it is subscribed to
     * @throws IllegalArgumentException if {@code patience} is negative
     */
    public final Mono<Void> disposeLater(Duration patience) {
        if (patience.isNegative()) {
            throw new IllegalArgumentException("patience must not be negative but is " + patience);
        }
        return Mono.defer(() -> {
            settings.open().leave();
            return settings.open().ended().timeout(Duration.ofNanos(Nanos.of(patience)), Mono.defer(() -> {
                settings.open().cutOff();
                return settings.open().ended();
            }));
        });
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
