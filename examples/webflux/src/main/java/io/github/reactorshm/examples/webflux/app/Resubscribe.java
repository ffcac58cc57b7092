package io.github.reactorshm.examples.webflux.app;

import java.time.Duration;

import io.github.reactorshm.error.ShmException;
import reactor.core.publisher.Flux;
import reactor.util.retry.Retry;

/** What a stream of a camera does when the camera has gone: it waits for the next one. */
final class Resubscribe {

    private static final Duration FIRST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofSeconds(1);

    private Resubscribe() {}

    static <T> Flux<T> always(Flux<T> stream) {
        return stream.repeatWhen(ends -> ends.delayElements(FIRST))
                .retryWhen(Retry.backoff(Long.MAX_VALUE, FIRST).maxBackoff(LONGEST).transientErrors(true)
                        .filter(ShmException.class::isInstance));
    }
}
