package io.github.reactorshm.spring;

import io.netty.buffer.ByteBuf;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.http.codec.CodecCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.codec.HttpMessageWriter;

/**
 * What an application on Spring Boot has without a word of its own: {@link ShmSources}, the {@link ShmFrameHttpMessageWriter} among
 * the codecs of WebFlux, and, where Micrometer or the health endpoint is there, meters and a health indicator for each
 * {@link SharedFrames} bean. Each steps back for a bean of the application's.
 */
@AutoConfiguration(beforeName = "org.springframework.boot.http.codec.autoconfigure.CodecsAutoConfiguration")
@EnableConfigurationProperties(ReactorShmProperties.class)
public final class ReactorShmAutoConfiguration {

    /** For Spring. */
    public ReactorShmAutoConfiguration() {}

    @Bean
    @ConditionalOnMissingBean
    ShmSources shmSources(ReactorShmProperties properties) {
        return new ShmSources(properties);
    }

    /** Responses. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ByteBuf.class, HttpMessageWriter.class, CodecCustomizer.class})
    static class Writing {

        @Bean
        @ConditionalOnMissingBean
        ShmFrameHttpMessageWriter shmFrameHttpMessageWriter(ReactorShmProperties properties) {
            return new ShmFrameHttpMessageWriter(Math.toIntExact(properties.sendBuffer().toBytes()));
        }

        @Bean
        CodecCustomizer shmCodecCustomizer(ShmFrameHttpMessageWriter writer) {
            return codecs -> codecs.customCodecs().register(writer);
        }
    }
}
