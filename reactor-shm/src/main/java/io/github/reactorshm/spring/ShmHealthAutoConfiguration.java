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
import org.springframework.context.annotation.Configuration;

/**
 * A health indicator {@code shm} for the application's channels, one component each under the name of its bean if there are several;
 * {@code management.health.shm.enabled=false} turns it off.
 */
@AutoConfiguration(after = ReactorShmAutoConfiguration.class, beforeName = "org.springframework.boot.health.autoconfigure.registry.HealthContributorRegistryAutoConfiguration")
@ConditionalOnClass(name = "org.springframework.boot.health.contributor.ReactiveHealthContributor")
public final class ShmHealthAutoConfiguration {

    /** For Spring. */
    public ShmHealthAutoConfiguration() {}

    /** Looked at only where Spring Boot's health is there: its conditions are classes of its own. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBean(SharedFrames.class)
    @ConditionalOnEnabledHealthIndicator("shm")
    static class Indicators extends CompositeReactiveHealthContributorConfiguration<ShmHealthIndicator, SharedFrames> {

        Indicators() {
            super(ShmHealthIndicator::new);
        }

        @Bean
        @ConditionalOnMissingBean(name = {"shmHealthIndicator", "shmHealthContributor"})
        ReactiveHealthContributor shmHealthContributor(ConfigurableListableBeanFactory beans) {
            return createContributor(beans, SharedFrames.class);
        }
    }
}
