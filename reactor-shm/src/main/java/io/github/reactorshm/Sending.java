package io.github.reactorshm;

import java.util.concurrent.atomic.AtomicReference;

import io.github.reactorshm.control.CallbackThreads;
import io.github.reactorshm.control.FileThreads;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/** Opens a sink for each subscriber and sends a publisher through it; the operator behind {@link ShmSinkBuilder#send}. */
final class Sending<T> extends Mono<Void> {

    private final ShmSinkSettings<T> settings;
    private final Publisher<? extends T> publisher;

    Sending(ShmSinkSettings<T> settings, Publisher<? extends T> publisher) {
        this.settings = settings;
        this.publisher = publisher;
    }

    @Override
    public void subscribe(CoreSubscriber<? super Void> actual) {
        OneSending<T> sending = new OneSending<>(actual, settings, publisher);
        actual.onSubscribe(sending);
        FileThreads.executeFromAnywhere(sending::begin);
    }

    private static final class OneSending<T> implements Subscription {

        private final CoreSubscriber<? super Void> actual;
        private final ShmSinkSettings<T> settings;
        private final Publisher<? extends T> publisher;
        private final AtomicReference<@Nullable ShmSink<T>> sink = new AtomicReference<>();
        private volatile boolean cancelled;

        OneSending(CoreSubscriber<? super Void> actual, ShmSinkSettings<T> settings, Publisher<? extends T> publisher) {
            this.actual = actual;
            this.settings = settings;
            this.publisher = publisher;
        }

        @Override
        public void request(long n) {
            // It has no element; it begins when it is subscribed to.
            Operators.validate(n);
        }

        @Override
        public void cancel() {
            cancelled = true;
            ShmSink<T> open = sink.get();
            if (open != null) {
                open.dispose();
            }
        }

        private void begin() {
            if (cancelled) {
                return;
            }
            ShmSink<T> opened;
            try {
                opened = ShmSink.open(settings, Context.of(actual.currentContext()));
            } catch (RuntimeException | Error e) {
                CallbackThreads.execute(() -> fail(e));
                return;
            }
            CallbackThreads.execute(() -> send(opened));
        }

        private void send(ShmSink<T> opened) {
            sink.set(opened);
            if (cancelled) {
                opened.dispose();
                return;
            }
            opened.onTerminate().subscribe(nothing -> {}, this::fail, this::complete);
            try {
                publisher.subscribe(opened);
            } catch (RuntimeException | Error e) {
                // Rule 1.9 forbids it; the channel must still end.
                opened.onError(e);
            }
        }

        private void complete() {
            if (!cancelled) {
                actual.onComplete();
            }
        }

        private void fail(Throwable e) {
            if (!cancelled) {
                actual.onError(e);
            }
        }
    }
}
