package io.github.reactorshm;

import java.util.function.Function;

import io.github.reactorshm.channel.ConsumerSettings;
import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.Scannable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/** The operator behind {@link ShmFrames#process}. */
final class FrameProcessing<R> extends Flux<R> implements Scannable {

    private final ConsumerSettings settings;
    private final Scheduler scheduler;
    private final int concurrency;
    private final Function<? super ShmFrame, ? extends R> function;

    FrameProcessing(ConsumerSettings settings, Scheduler scheduler, int concurrency,
            Function<? super ShmFrame, ? extends R> function) {
        this.settings = settings;
        this.scheduler = scheduler;
        this.concurrency = concurrency;
        this.function = function;
    }

    @Override
    public void subscribe(CoreSubscriber<? super R> actual) {
        new ShmSource<>(settings, new FrameReader())
                .subscribe(new FrameProcessor<>(actual, scheduler, concurrency, function));
    }

    @Override
    public int getPrefetch() {
        return concurrency;
    }

    @Override
    public @Nullable Object scanUnsafe(@SuppressWarnings("rawtypes") Attr key) {
        if (key == Attr.NAME) {
            return "shm:" + settings.channel();
        }
        if (key == Attr.RUN_ON) {
            return scheduler;
        }
        if (key == Attr.PREFETCH) {
            return concurrency;
        }
        if (key == Attr.RUN_STYLE) {
            return Attr.RunStyle.ASYNC;
        }
        return null;
    }
}
