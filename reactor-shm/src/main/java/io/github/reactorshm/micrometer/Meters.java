package io.github.reactorshm.micrometer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import org.jspecify.annotations.Nullable;

/**
 * The meters of one thing in one registry, with the same tags, that are removed together. They hold the thing: a registry by itself
 * would let go of it.
 */
final class Meters<G> {

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);

    private final MeterRegistry registry;
    private final String prefix;
    private final Tags tags;
    private final G gauges;
    private final List<Meter> registered = new ArrayList<>();

    Meters(MeterRegistry registry, String prefix, Tags tags, G gauges) {
        this.registry = registry;
        this.prefix = prefix;
        this.tags = tags;
        this.gauges = gauges;
    }

    void gauge(String name, @Nullable String unit, String description, ToDoubleFunction<G> value) {
        registered.add(Gauge.builder(prefix + name, gauges, value).strongReference(true).tags(tags).baseUnit(unit)
                .description(description).register(registry));
    }

    void flag(String name, String description, Predicate<G> value) {
        gauge(name, null, description + ": 1, or 0", g -> value.test(g) ? 1 : 0);
    }

    /** Nothing before there is a first frame. */
    void age(String name, String description, Function<G, Optional<Duration>> value) {
        registered.add(TimeGauge.builder(prefix + name, gauges, TimeUnit.SECONDS,
                g -> value.apply(g).map(age -> age.toNanos() / NANOS_PER_SECOND).orElse(Double.NaN))
                .strongReference(true).tags(tags).description(description).register(registry));
    }

    void counter(String name, @Nullable String unit, String description, ToDoubleFunction<G> value) {
        // The function keeps what it counts, which the counter refers to weakly.
        registered.add(FunctionCounter.builder(prefix + name, gauges, g -> value.applyAsDouble(gauges)).tags(tags)
                .baseUnit(unit).description(description).register(registry));
    }

    void remove() {
        registered.forEach(registry::remove);
        registered.clear();
    }
}
