package io.github.reactorshm;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.util.Logger;
import reactor.util.Loggers;

/** The sinks of this JVM that are open, so that its exit can remove their files. A killed JVM leaves them to the next opening. */
final class OpenSinks {

    private static final Logger LOG = Loggers.getLogger(OpenSinks.class);
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration DRAIN = Duration.ofSeconds(2);
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
        try {
            Flux.fromIterable(sinks)
                    .flatMap(OpenSinks::close, Math.max(1, sinks.size())).then().block(PATIENCE);
        } catch (RuntimeException e) {
            LOG.warn(
                    "at the JVM's exit, " + OPEN.size() + " channels could not be closed within " + PATIENCE.toSeconds()
                            + " s; the next opening in their directory removes their files: " + e);
        }
    }

    /** Frames that wait for a member of a group get a while; all others are in the subscribers' rings already. */
    private static Mono<Void> close(ShmSink<?> sink) {
        if (sink.waitingFrames() > 0) {
            return sink.disposeLater(DRAIN);
        }
        sink.dispose();
        return sink.onTerminate().onErrorComplete();
    }
}
