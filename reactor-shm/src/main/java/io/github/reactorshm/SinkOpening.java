package io.github.reactorshm;

import java.util.concurrent.atomic.AtomicBoolean;

import io.github.reactorshm.control.CallbackThreads;
import io.github.reactorshm.control.FileThreads;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/** Opens a sink for each subscriber; the operator behind {@link ShmSinkBuilder#openLater()}. */
final class SinkOpening<T> extends Mono<ShmSink<T>> {

    private final ShmSinkSettings<T> settings;

    SinkOpening(ShmSinkSettings<T> settings) {
        this.settings = settings;
    }

    @Override
    public void subscribe(CoreSubscriber<? super ShmSink<T>> actual) {
        actual.onSubscribe(new Opening<>(actual, settings));
    }

    private static final class Opening<T> implements Subscription {

        private final CoreSubscriber<? super ShmSink<T>> actual;
        private final ShmSinkSettings<T> settings;
        private final AtomicBoolean asked = new AtomicBoolean();
        /** Set by a cancel, or by the emission: whoever comes first decides whose the sink is. */
        private final AtomicBoolean settled = new AtomicBoolean();

        Opening(CoreSubscriber<? super ShmSink<T>> actual, ShmSinkSettings<T> settings) {
            this.actual = actual;
            this.settings = settings;
        }

        @Override
        public void request(long n) {
            if (Operators.validate(n) && asked.compareAndSet(false, true)) {
                FileThreads.executeFromAnywhere(this::open);
            }
        }

        @Override
        public void cancel() {
            settled.set(true);
        }

        private void open() {
            if (settled.get()) {
                return;
            }
            ShmSink<T> sink;
            try {
                sink = ShmSink.open(settings, Context.empty());
            } catch (RuntimeException | Error e) {
                CallbackThreads.execute(() -> failed(e));
                return;
            }
            CallbackThreads.execute(() -> opened(sink));
        }

        private void failed(Throwable e) {
            if (settled.compareAndSet(false, true)) {
                actual.onError(e);
            } else {
                Operators.onErrorDropped(e, actual.currentContext());
            }
        }

        private void opened(ShmSink<T> sink) {
            if (settled.compareAndSet(false, true)) {
                actual.onNext(sink);
                actual.onComplete();
            } else {
                sink.dispose();
            }
        }
    }
}
