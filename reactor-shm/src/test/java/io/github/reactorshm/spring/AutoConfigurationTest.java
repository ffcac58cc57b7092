package io.github.reactorshm.spring;

import java.nio.file.Path;
import java.time.Duration;

import io.github.reactorshm.ShmFrame;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.autoconfigure.contributor.HealthContributorAutoConfiguration;
import org.springframework.boot.health.contributor.CompositeReactiveHealthContributor;
import org.springframework.boot.health.contributor.ReactiveHealthContributors;
import org.springframework.boot.http.codec.CodecCustomizer;
import org.springframework.boot.http.codec.autoconfigure.CodecsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.ResolvableType;
import org.springframework.http.MediaType;
import org.springframework.http.codec.ServerCodecConfigurer;
import org.springframework.util.unit.DataSize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What an application on Spring Boot gets by itself. */
class AutoConfigurationTest {

    private final ApplicationContextRunner application = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ReactorShmAutoConfiguration.class,
                    ShmMetersAutoConfiguration.class, ShmHealthAutoConfiguration.class,
                    HealthContributorAutoConfiguration.class, CodecsAutoConfiguration.class))
            .withPropertyValues("reactor.shm.directory=" + Path.of("/dev/shm", "nobody-is-here"),
                    "reactor.shm.connect-timeout=1s");

    @Configuration(proxyBeanMethods = false)
    static class Cameras {

        @Bean
        SharedFrames front(ShmSources sources) {
            return sources.shared("front");
        }

        @Bean
        SharedFrames back(ShmSources sources) {
            return sources.shared("back");
        }
    }

    @Test
    void theWriterIsAmongTheCodecs() {
        application.run(context -> {
            assertThat(context).hasSingleBean(ShmSources.class).doesNotHaveBean(SharedFrames.class);
            ServerCodecConfigurer codecs = ServerCodecConfigurer.create();
            context.getBeansOfType(CodecCustomizer.class).values().forEach(customizer -> customizer.customize(codecs));
            ResolvableType frame = ResolvableType.forClass(ShmFrame.class);
            assertThat(codecs.getWriters().stream().filter(writer -> writer.canWrite(frame, MediaType.IMAGE_JPEG)))
                    .first().isInstanceOf(ShmFrameHttpMessageWriter.class);
        });
    }

    @Test
    void propertiesReachTheSources() {
        application.run(context -> assertThat(context.getBean(ShmSources.class).shared("front"))
                .hasToString("SharedFrames{channel=front, state=WAITING, clients=0}"));
        application.withPropertyValues("reactor.shm.connect-timeout=20ms", "reactor.shm.resubscribe-pause=30ms",
                "reactor.shm.send-buffer=64KB").withUserConfiguration(Cameras.class).run(context -> {
                    assertThat(context.getBean(ReactorShmProperties.class))
                            .returns(Duration.ofMillis(20), ReactorShmProperties::connectTimeout)
                            .returns(Duration.ofMillis(30), ReactorShmProperties::resubscribePause)
                            .returns(DataSize.ofKilobytes(64), ReactorShmProperties::sendBuffer);
                    // Only who gives up after that time tells why, many times in the patience of this test.
                    SharedFrames front = context.getBean("front", SharedFrames.class);
                    await("the time-out of one subscription").atMost(Frames.PATIENCE)
                            .until(() -> front.status().reason().contains("nobody-is-here"));
                });
        application.withPropertyValues("reactor.shm.send-buffer=0").run(context -> assertThat(context).hasFailed());
        application.withPropertyValues("reactor.shm.resubscribe-pause=0s").withUserConfiguration(Cameras.class)
                .run(context -> assertThat(context).hasFailed());
    }

    @Test
    void eachChannelHasItsHealthAndItsMeters() {
        application.withUserConfiguration(Cameras.class).withBean(SimpleMeterRegistry.class).run(context -> {
            assertThat(context.getBean("shmHealthContributor", CompositeReactiveHealthContributor.class).stream()
                    .map(ReactiveHealthContributors.Entry::name)).containsExactlyInAnyOrder("front", "back");
            SimpleMeterRegistry registry = context.getBean(SimpleMeterRegistry.class);
            context.getBeansOfType(MeterBinder.class).values().forEach(binder -> binder.bindTo(registry));
            assertThat(registry.get("reactor.shm.source.subscriptions").tag("channel", "back").gauge()).isNotNull();
            assertThat(registry.get("reactor.shm.web.clients").tag("channel", "front").gauge().value()).isZero();
            assertThat(registry.get("reactor.shm.web.missed").tag("channel", "back").functionCounter().count())
                    .isZero();
            assertThat(context.getBean("front", SharedFrames.class).isRunning()).isTrue();
        });
        application.withUserConfiguration(Cameras.class).withPropertyValues("management.health.shm.enabled=false")
                .run(context -> assertThat(context).doesNotHaveBean("shmHealthContributor"));
    }

    @Test
    void anApplicationWithoutNettyMetersOrHealthStarts() {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(ReactorShmAutoConfiguration.class,
                        ShmMetersAutoConfiguration.class, ShmHealthAutoConfiguration.class))
                .withClassLoader(new FilteredClassLoader("io.netty", "io.micrometer", "org.springframework.boot.health",
                        "org.springframework.boot.http.codec"))
                .run(context -> assertThat(context).hasSingleBean(ShmSources.class)
                        .doesNotHaveBean(ShmFrameHttpMessageWriter.class));
    }
}
