package io.github.reactorshm.examples.webflux.app;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import io.github.reactorshm.examples.program.Json;
import io.github.reactorshm.examples.webflux.CameraChannels;
import io.github.reactorshm.spring.ShmSources;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Measures motion in the raw pictures, each one and in order, on a thread of its own. It is the raw channel's only subscriber: what it
 * does not ask for, the camera does not make.
 */
@Component
final class Analysis implements SmartLifecycle {

    private static final AnalysisSettings FIRST = new AnalysisSettings(15, false);
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final int KEEP_SECONDS = 60;
    private static final int WAITING_TASKS = 64;

    private final ShmSources sources;
    private final CameraChannels channels;
    private final Scheduler worker = Schedulers.newBoundedElastic(1, WAITING_TASKS, "analysis", KEEP_SECONDS, true);
    private final Sinks.Many<AnalysisSettings> settings = Sinks.many().replay().latestOrDefault(FIRST);
    private final Sinks.Many<String> findings = Sinks.many().multicast().directBestEffort();
    private final AtomicLong pictures = new AtomicLong();
    private final PacedSubscriber<LookedAt> pace = new PacedSubscriber<>(this::found);
    private volatile AnalysisSettings current = FIRST;
    private volatile @Nullable LookedAt latest;
    private volatile @Nullable Finding finding;
    private volatile Disposable running = Disposables.disposed();

    Analysis(ShmSources sources, CameraChannels channels) {
        this.sources = sources;
        this.channels = channels;
    }

    @Override
    public void start() {
        Resubscribe.always(sources.channel(channels.raw()).frames().process(worker, 1, LookedAt::of)).subscribe(pace);
        Disposable ticks = settings.asFlux()
                .switchMap(s -> s.paused() ? Flux.never() : Flux.interval(SECOND.dividedBy(s.rate())))
                .subscribe(tick -> pace.ask());
        running = Disposables.composite(ticks, pace);
    }

    @Override
    public void stop() {
        running.dispose();
        findings.tryEmitComplete();
        worker.dispose();
    }

    @Override
    public boolean isRunning() {
        return !running.isDisposed();
    }

    private void found(LookedAt picture) {
        pictures.incrementAndGet();
        Finding found = picture.since(latest);
        latest = picture;
        finding = found;
        // Whoever is too slow for it misses it.
        findings.tryEmitNext(Json.line(found));
    }

    /** What is found from now on, each {@link Finding} as JSON. */
    Flux<String> findings() {
        return findings.asFlux();
    }

    /** How much moved in the newest picture, in percent; null before the first one. */
    @Nullable
    Double motion() {
        Finding newest = finding;
        return newest == null ? null : newest.motion();
    }

    AnalysisSettings settings() {
        return current;
    }

    synchronized void change(AnalysisSettings wanted) {
        current = wanted;
        settings.tryEmitNext(wanted).orThrow();
    }

    /** Pictures that were asked for, a counter. */
    long asked() {
        return pace.asked();
    }

    /** Pictures that were looked at, a counter. */
    long pictures() {
        return pictures.get();
    }
}
