package io.github.reactorshm.micrometer;

import java.util.Objects;

import io.github.reactorshm.ShmFrames;
import io.github.reactorshm.ShmSource;
import io.github.reactorshm.ShmSourceGauges;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;

/**
 * Meters of a {@link ShmSource}, or of {@link ShmFrames}, over all its subscriptions: {@code reactor.shm.source.*}, tagged
 * {@code channel}, {@code mode} and {@code group} ({@code none} in other modes).
 *
 * <p>
 * All meters are removed when the source was disposed of and no subscription is left, or at {@link #dispose()}; those of
 * {@code ShmFrames}, which has no end of its own, at {@code dispose()} only. Reading them costs the source nothing.
 */
public final class ShmSourceMetrics implements MeterBinder, Disposable {

    private final ShmSourceGauges source;
    private final Mono<Void> end;
    private final Tags tags;
    private final Disposable.Composite bindings = Disposables.composite();

    /**
     * Meters of a source, without further tags.
     *
     * @param source the source
     */
    public ShmSourceMetrics(ShmSource<?> source) {
        this(source, Tags.empty());
    }

    /**
     * Meters of a source.
     *
     * @param source the source
     * @param tags further tags of all its meters, which must differ where two sources of one channel, mode and group have one registry
     */
    public ShmSourceMetrics(ShmSource<?> source, Iterable<Tag> tags) {
        this(source, source.onTerminate(), tags);
    }

    /**
     * Meters of a source of raw frames, without further tags.
     *
     * @param source the source
     */
    public ShmSourceMetrics(ShmFrames source) {
        this(source, Tags.empty());
    }

    /**
     * Meters of a source of raw frames.
     *
     * @param source the source
     * @param tags further tags of all its meters, which must differ where two sources of one channel, mode and group have one registry
     */
    public ShmSourceMetrics(ShmFrames source, Iterable<Tag> tags) {
        this(source, Mono.never(), tags);
    }

    private ShmSourceMetrics(ShmSourceGauges source, Mono<Void> end, Iterable<Tag> tags) {
        this.source = Objects.requireNonNull(source, "source");
        this.end = end;
        this.tags = Tags.of(tags);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        Meters<ShmSourceGauges> meters = register(registry);
        // Disposed of once, by whoever comes first: the end of the source, or the user.
        Disposable binding = Disposables.composite(meters::remove);
        if (bindings.add(binding)) {
            bindings.add(end.subscribe(null, null, binding::dispose));
        }
    }

    private Meters<ShmSourceGauges> register(MeterRegistry registry) {
        Tags all = tags.and("channel", source.getChannel())
                .and(SinkBinding.serviceTags(source.getMode().name(), source.getGroup()));
        Meters<ShmSourceGauges> meters = new Meters<>(registry, "reactor.shm.source.", all, source);
        meters.gauge("subscriptions", "subscriptions", "Subscriptions that have not ended",
                ShmSourceGauges::subscriptions);
        meters.counter("received", "frames", "Frames that came out of the channel", ShmSourceGauges::received);
        meters.counter("skipped", "frames", "Frames that newer ones took the place of, in mode latest",
                ShmSourceGauges::skipped);
        meters.counter("redelivered", "frames", "Frames that another member of the group may have seen before",
                ShmSourceGauges::redelivered);
        meters.gauge("held", "slots", "Slots of frames that were not given back", ShmSourceGauges::heldSlots);
        meters.gauge("kept", "slots", "Slots of lost frames that are kept until the process ends",
                ShmSourceGauges::keptSlots);
        meters.counter("reclaimed", "slots", "Slots of lost frames that were given back",
                ShmSourceGauges::reclaimedSlots);
        meters.age("age", "Time since the newest frame that came was published", ShmSourceGauges::lastFrameAge);
        meters.counter("parks", null, "Waits of the thread that all sources of the JVM share",
                ShmSourceGauges::parks);
        meters.counter("wakeups", null, "Waits of that thread that a bell or another thread ended",
                ShmSourceGauges::wakeUps);
        return meters;
    }

    /** Removes the meters from every registry. Idempotent. */
    @Override
    public void dispose() {
        bindings.dispose();
    }

    /**
     * Whether the meters were removed by {@link #dispose()}.
     *
     * @return true if they were
     */
    @Override
    public boolean isDisposed() {
        return bindings.isDisposed();
    }
}
