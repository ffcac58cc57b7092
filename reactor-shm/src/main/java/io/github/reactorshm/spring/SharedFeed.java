package io.github.reactorshm.spring;

import java.time.Duration;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.error.ShmCancelledException;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Mono;
import reactor.util.Logger;
import reactor.util.Loggers;

/** The one subscription of shared frames, made again whenever its stream has ended, unless its source was disposed of. */
final class SharedFeed implements Disposable {

    private static final Logger LOG = Loggers.getLogger(SharedFrames.class);

    private final SharedFrames shared;
    private final Publisher<ShmFrame> source;
    private final Duration pause;
    /** What goes on: a stream, or the pause in front of the next one. */
    private final Disposable.Swap current = Disposables.swap();

    SharedFeed(SharedFrames shared, Publisher<ShmFrame> source, Duration pause) {
        this.shared = shared;
        this.source = source;
        this.pause = pause;
    }

    void attach() {
        Stream stream = new Stream();
        if (current.update(stream)) {
            source.subscribe(stream);
        }
    }

    private void ended(String reason) {
        if (current.isDisposed()) {
            return;
        }
        if (shared.status().state() == ChannelStatus.State.LIVE) {
            LOG.warn("channel {}: its stream has ended; {} clients wait while this subscribes again: {}",
                    shared.getChannel(), shared.clients(), reason);
        }
        shared.lost(reason);
        Disposable.Swap wait = Disposables.swap();
        // In front of the subscription, whose end would otherwise be replaced by its own wait.
        if (current.update(wait)) {
            wait.update(Mono.delay(pause).subscribe(tick -> attach()));
        }
    }

    @Override
    public void dispose() {
        current.dispose();
    }

    @Override
    public boolean isDisposed() {
        return current.isDisposed();
    }

    /** One stream of the channel, from its subscription to its end. */
    private final class Stream extends BaseSubscriber<ShmFrame> {

        private boolean any;

        @Override
        protected void hookOnSubscribe(Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        protected void hookOnNext(ShmFrame frame) {
            if (!any) {
                any = true;
                LOG.info("channel {}: frames come, the first one is {}", shared.getChannel(), frame.sequence());
            }
            shared.publish(frame);
        }

        @Override
        protected void hookOnComplete() {
            ended("the camera's stream is complete");
        }

        @Override
        protected void hookOnError(Throwable error) {
            if (error instanceof ShmCancelledException cancelled && cancelled.isByOwner()) {
                LOG.info("channel {}: {}; this subscribes no more", shared.getChannel(), error.getMessage());
                shared.lost(String.valueOf(error.getMessage()));
                shared.stop();
            } else {
                ended(String.valueOf(error.getMessage()));
            }
        }
    }
}
