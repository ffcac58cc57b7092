package io.github.reactorshm.examples.webflux.app;

import java.time.Duration;
import java.util.concurrent.TimeoutException;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.spring.SharedFrames;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** The pictures, from the slot to the socket. */
@RestController
class VideoController {

    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final SharedFrames camera;

    VideoController(SharedFrames camera) {
        this.camera = camera;
    }

    /** The moving picture, without end. */
    @GetMapping("/video.mjpeg")
    Flux<ShmFrame> video() {
        return Flux.from(camera);
    }

    /** The next picture. */
    @GetMapping("/snapshot.jpg")
    Mono<ShmFrame> snapshot() {
        return camera.next(PATIENCE).onErrorMap(TimeoutException.class,
                e -> new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE, e.getMessage(), e));
    }
}
