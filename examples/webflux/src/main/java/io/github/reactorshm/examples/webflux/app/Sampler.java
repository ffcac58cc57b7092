package io.github.reactorshm.examples.webflux.app;

import java.time.Duration;
import java.time.Instant;

import io.github.reactorshm.examples.program.Json;
import io.github.reactorshm.spring.ChannelStatus;
import io.github.reactorshm.spring.SharedFrames;
import io.github.reactorshm.spring.ShmFrameHttpMessageWriter;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/** Looks at everything 20 times a second, and tells the page four times a second. */
@Component
final class Sampler implements SmartLifecycle {

    private static final Duration LOOK_EVERY = Duration.ofMillis(50);
    private static final int LOOKS_PER_REPORT = 5;
    private static final double NANOS_PER_MILLI = 1e6;

    private final SharedFrames frames;
    private final ShmFrameHttpMessageWriter writer;
    private final CameraFeed camera;
    private final Analysis analysis;
    private final Sinks.Many<String> reports = Sinks.many().multicast().directBestEffort();
    private final Window received = new Window();
    private final Window missed = new Window();
    private final Window age = new Window();
    private final Window asked = new Window();
    private final Window analysed = new Window();
    private volatile Disposable running = Disposables.disposed();

    Sampler(SharedFrames frames, ShmFrameHttpMessageWriter writer, CameraFeed camera, Analysis analysis) {
        this.frames = frames;
        this.writer = writer;
        this.camera = camera;
        this.analysis = analysis;
    }

    @Override
    public void start() {
        running = Flux.interval(LOOK_EVERY).onBackpressureDrop().subscribe(this::look);
    }

    /** Completes the pages' streams, before the web server waits for them. */
    @Override
    public void stop() {
        running.dispose();
        reports.tryEmitComplete();
    }

    @Override
    public boolean isRunning() {
        return !running.isDisposed();
    }

    /** {@link Stats} as JSON four times a second; who is too slow for one misses it. */
    Flux<String> reports() {
        return reports.asFlux();
    }

    private void look(long tick) {
        long now = System.nanoTime();
        ChannelStatus status = frames.status();
        Duration old = status.age();
        received.add(now, frames.frames());
        missed.add(now, frames.missed());
        asked.add(now, analysis.asked());
        analysed.add(now, analysis.pictures());
        if (old != null) {
            age.add(now, old.toNanos() / NANOS_PER_MILLI);
        }
        if (tick % LOOKS_PER_REPORT == 0 && reports.currentSubscriberCount() > 0) {
            // Once for all pages. As text it is in no pooled buffer, which a page that leaves at this moment could lose.
            reports.tryEmitNext(Json.line(report(status, old == null ? null : age.most())));
        }
    }

    private Stats report(ChannelStatus status, @Nullable Double ageMillis) {
        AnalysisSettings settings = analysis.settings();
        String channel = frames.getChannel();
        Instant now = Instant.now();
        return new Stats(now.toEpochMilli(), status.state().name(), Duration.between(status.since(), now).toMillis(),
                status.reason(), camera.latest(),
                new Stats.Video(received.rate(), ageMillis, frames.clients(), missed.rate(), frames.missed(),
                        writer.heldSlots(channel), writer.copiedFrames(channel)),
                new Stats.Analysing(settings.rate(), settings.paused(), asked.rate(), analysed.rate(),
                        analysis.pictures(), analysis.motion()));
    }
}
