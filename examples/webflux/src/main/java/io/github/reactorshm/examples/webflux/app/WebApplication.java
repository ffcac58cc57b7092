package io.github.reactorshm.examples.webflux.app;

import io.github.reactorshm.examples.webflux.CameraChannels;
import io.github.reactorshm.spring.SharedFrames;
import io.github.reactorshm.spring.ShmSources;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;

/** What the application is made of. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@ComponentScan
public class WebApplication {

    @Bean
    CameraChannels channels(@Value("${camera.channel:camera}") String camera) {
        return CameraChannels.of(camera);
    }

    @Bean
    SharedFrames camera(ShmSources sources, CameraChannels channels) {
        return sources.shared(channels.jpeg());
    }
}
