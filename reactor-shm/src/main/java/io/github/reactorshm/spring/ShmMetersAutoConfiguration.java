package io.github.reactorshm.spring;

import io.github.reactorshm.ShmSinkGauges;
import io.github.reactorshm.ShmSource;
import io.github.reactorshm.micrometer.ShmSinkMetrics;
import io.github.reactorshm.micrometer.ShmSourceMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/**
 * Meters of the application's channels, where there is a registry for them: {@code reactor.shm.web.*} of each {@link SharedFrames} bean and
 * {@code reactor.shm.source.*} of its source, {@code reactor.shm.source.*} of each {@link ShmSource} bean, and {@code reactor.shm.sink.*} and
 * {@code reactor.shm.subscription.*} of each {@link ShmSinkGauges} bean, which a {@code ShmSink} is.
 */
@AutoConfiguration(after = ReactorShmAutoConfiguration.class, afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean(MeterRegistry.class)
public final class ShmMetersAutoConfiguration {

    /** For Spring. */
    public ShmMetersAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBean(ShmFrameHttpMessageWriter.class)
    SharedFramesMeters sharedFramesMeters(ObjectProvider<SharedFrames> channels, ShmFrameHttpMessageWriter writer) {
        return new SharedFramesMeters(channels.orderedStream().toList(), writer);
    }

    @Bean
    MeterBinder shmChannelMeters(ObjectProvider<SharedFrames> channels, ObjectProvider<ShmSource<?>> sources,
            ObjectProvider<ShmSinkGauges> sinks) {
        return registry -> {
            channels.stream().map(shared -> new ShmSourceMetrics(shared.getSource()))
                    .forEach(binder -> binder.bindTo(registry));
            sources.stream().map(ShmSourceMetrics::new).forEach(binder -> binder.bindTo(registry));
            sinks.stream().map(ShmSinkMetrics::new).forEach(binder -> binder.bindTo(registry));
        };
    }
}
