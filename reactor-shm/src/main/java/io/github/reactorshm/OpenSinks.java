package io.github.reactorshm;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.reactorshm.error.ShmException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.Logger;
import reactor.util.Loggers;

/** The sinks of this JVM that are open, so that its exit can remove their files. A killed JVM leaves them to the next opening. */
final class OpenSinks {

    private static final Logger LOG = Loggers.getLogger(OpenSinks.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Set<ShmSink<?>> OPEN = ConcurrentHashMap.newKeySet();
    private static final AtomicBoolean HOOKED = new AtomicBoolean();

    private OpenSinks() {}

    static void add(ShmSink<?> sink) {
        OPEN.add(sink);
        if (HOOKED.compareAndSet(false, true)) {
            try {
                Runtime.getRuntime().addShutdownHook(new Thread(OpenSinks::closeAll, "reactor-shm-exit"));
            } catch (IllegalStateException e) {
                // The exit has begun: the sink would never be closed by a hook.
                sink.dispose();
            }
        }
    }

    static void remove(ShmSink<?> sink) {
        OPEN.remove(sink);
    }

    private static void closeAll() {
        List<ShmSink<?>> sinks = List.copyOf(OPEN);
        sinks.forEach(ShmSink::dispose);
        try {
            Flux.fromIterable(sinks)
                    .flatMap(sink -> sink.onTerminate().onErrorResume(ShmException.class, e -> Mono.empty()))
                    .then().block(PATIENCE);
        } catch (RuntimeException e) {
            LOG.warn(
                    "at the JVM's exit, " + OPEN.size() + " channels could not be closed within " + PATIENCE.toSeconds()
                            + " s; the next opening in their directory removes their files: " + e);
        }
    }
}
