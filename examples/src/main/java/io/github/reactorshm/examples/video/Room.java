package io.github.reactorshm.examples.video;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Space on a small file system, where a pool may be gone for its owner but still be mapped for a moment in the viewer. */
final class Room {

    private static final Duration PERIOD = Duration.ofMillis(20);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private Room() {}

    /** Blocks until so many bytes are free, or a while: whoever then writes meets the error itself. */
    static void await(Path directory, long bytes) {
        Flux.interval(Duration.ZERO, PERIOD).onBackpressureDrop()
                .concatMap(tick -> Mono.fromCallable(() -> Files.getFileStore(directory).getUsableSpace()))
                .filter(free -> free >= bytes).next().timeout(PATIENCE, Mono.empty()).block();
    }
}
