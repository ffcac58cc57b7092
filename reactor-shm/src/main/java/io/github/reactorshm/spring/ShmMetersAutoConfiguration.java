package io.github.reactorshm.spring;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** Meters of the application's channels, where there is a registry for them. */
@AutoConfiguration(after = ReactorShmAutoConfiguration.class, afterName = "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration")
@ConditionalOnClass(MeterRegistry.class)
@ConditionalOnBean({MeterRegistry.class, ShmFrameHttpMessageWriter.class})
public final class ShmMetersAutoConfiguration {

    /** For Spring. */
    public ShmMetersAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    SharedFramesMeters sharedFramesMeters(ObjectProvider<SharedFrames> channels, ShmFrameHttpMessageWriter writer) {
        return new SharedFramesMeters(channels.orderedStream().toList(), writer);
    }
}
