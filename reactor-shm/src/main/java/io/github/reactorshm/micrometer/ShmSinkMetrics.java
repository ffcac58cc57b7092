package io.github.reactorshm.micrometer;

import java.util.Objects;

import io.github.reactorshm.ShmSinkGauges;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import reactor.core.Disposable;
import reactor.core.Disposables;

/**
 * Meters of a {@link io.github.reactorshm.ShmSink}: {@code reactor.shm.sink.*}, tagged {@code channel}, and
 * {@code reactor.shm.subscription.*} for each subscription that is there, tagged {@code channel}, {@code subscription} (its number),
 * {@code mode} and {@code group} ({@code none} in other modes). The latter come and go with the subscriptions; where that is too
 * much, a {@code MeterFilter} denies them by their prefix.
 *
 * <p>
 * All meters are removed when the sink has ended, or at {@link #dispose()}. They are registered and removed on the thread of
 * {@link #bindTo} and on a thread of the library's that may block; reading them costs the sink nothing.
 */
public final class ShmSinkMetrics implements MeterBinder, Disposable {

    private final ShmSinkGauges sink;
    private final Tags tags;
    private final Disposable.Composite bindings = Disposables.composite();

    /**
     * Meters without further tags.
     *
     * @param sink the sink
     */
    public ShmSinkMetrics(ShmSinkGauges sink) {
        this(sink, Tags.empty());
    }

    /**
     * Meters with further tags, which must differ where two sinks of one name, in different directories, have one registry.
     *
     * @param sink the sink
     * @param tags tags of all its meters
     */
    public ShmSinkMetrics(ShmSinkGauges sink, Iterable<Tag> tags) {
        this.sink = Objects.requireNonNull(sink, "sink");
        this.tags = Tags.of(tags);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        SinkBinding binding = new SinkBinding(registry, sink, tags);
        if (bindings.add(binding)) {
            binding.begin(sink);
        }
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
