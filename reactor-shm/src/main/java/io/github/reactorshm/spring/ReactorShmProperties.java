package io.github.reactorshm.spring;

import java.nio.file.Path;
import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What an application can say of its channels in {@code application.properties}.
 *
 * @param directory Base directory of the channels, of this user and with mode 0700; the producer's must be the same. Defaults to
 *        the library's: the system property reactorshm.directory, else /dev/shm/reactor-shm-USER.
 * @param connectTimeout How long one subscription waits for a channel that is not there yet.
 * @param resubscribePause How long a shared subscription waits, when its stream has ended, before it subscribes again; more than
 *        zero.
 * @param sendBuffer How much the operating system takes for one viewer ahead of what is sent, with Reactor Netty. Large enough for one
 *        round trip; what is in there is no longer the newest picture when a slow viewer gets it.
 */
@ConfigurationProperties("reactor.shm")
public record ReactorShmProperties(@Nullable Path directory, @DefaultValue("30s") Duration connectTimeout,
        @DefaultValue("100ms") Duration resubscribePause, @DefaultValue("128KB") DataSize sendBuffer) {}
