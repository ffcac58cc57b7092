package io.github.reactorshm.examples.webflux.app;

import io.github.reactorshm.examples.webflux.CameraChannels;
import io.github.reactorshm.examples.webflux.camera.CameraCounts;
import io.github.reactorshm.spring.ShmSources;
import org.jspecify.annotations.Nullable;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;

/** The newest of what the camera counts. */
@Component
public final class CameraFeed implements SmartLifecycle {

    private final ShmSources sources;
    private final CameraChannels channels;
    private volatile @Nullable CameraCounts latest;
    private volatile Disposable running = Disposables.disposed();

    CameraFeed(ShmSources sources, CameraChannels channels) {
        this.sources = sources;
        this.channels = channels;
    }

    @Override
    public void start() {
        Flux<CameraCounts> counts = Flux
                .from(sources.channel(channels.counts()).codec(CameraCounts.codec()).latest().build())
                .doFinally(end -> latest = null);
        running = Resubscribe.always(counts).subscribe(next -> latest = next);
    }

    @Override
    public void stop() {
        running.dispose();
    }

    @Override
    public boolean isRunning() {
        return !running.isDisposed();
    }

    /** Null while there is no camera. */
    public @Nullable CameraCounts latest() {
        return latest;
    }
}
