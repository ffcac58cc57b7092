package io.github.reactorshm.spring;

import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import reactor.core.publisher.Operators;

/**
 * One part of a body. Its buffer belongs to whoever asks for it, or is released by the discard: whichever comes first, the request or
 * the discard, the other one does nothing.
 */
final class FramePart implements Publisher<DataBuffer> {

    private final AtomicReference<@Nullable DataBuffer> buffer;

    FramePart(DataBuffer buffer) {
        this.buffer = new AtomicReference<>(buffer);
    }

    @Override
    public void subscribe(Subscriber<? super DataBuffer> subscriber) {
        subscriber.onSubscribe(new Subscription() {
            @Override
            public void request(long n) {
                if (Operators.validate(n)) {
                    emit(subscriber);
                }
            }

            @Override
            public void cancel() {
                discard();
            }
        });
    }

    private void emit(Subscriber<? super DataBuffer> subscriber) {
        DataBuffer content = buffer.getAndSet(null);
        if (content != null) {
            subscriber.onNext(content);
            subscriber.onComplete();
        }
    }

    /** Nobody will ask for the buffer any more. */
    void discard() {
        DataBuffer content = buffer.getAndSet(null);
        if (content != null) {
            DataBufferUtils.release(content);
        }
    }
}
