package io.github.reactorshm.spring;

import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.health.autoconfigure.contributor.CompositeReactiveHealthContributorConfiguration;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.ReactiveHealthContributor;
import org.springframework.context.annotation.Bean;

/** A health indicator {@code shm} for the application's channels, one component each under the name of its bean. */
@AutoConfiguration(after = ReactorShmAutoConfiguration.class, beforeName = "org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration")
@ConditionalOnClass({ReactiveHealthContributor.class, ConditionalOnEnabledHealthIndicator.class})
@ConditionalOnBean(SharedFrames.class)
@ConditionalOnEnabledHealthIndicator("shm")
public final class ShmHealthAutoConfiguration
        extends
            CompositeReactiveHealthContributorConfiguration<ShmHealthIndicator, SharedFrames> {

    /** For Spring. */
    public ShmHealthAutoConfiguration() {
        super(ShmHealthIndicator::new);
    }

    @Bean
    @ConditionalOnMissingBean(name = {"shmHealthIndicator", "shmHealthContributor"})
    ReactiveHealthContributor shmHealthContributor(ConfigurableListableBeanFactory beans) {
        return createContributor(beans, SharedFrames.class);
    }
}
