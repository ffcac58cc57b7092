package io.github.reactorshm.spring;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.springframework.core.io.buffer.DataBuffer;
import reactor.core.publisher.Operators;

/**
 * One part of a body, a buffer that is made when it is asked for. Until then the frame belongs to this part, and from then on to
 * the buffer: whichever comes first, the request or the discard, the other one does nothing.
 */
final class FramePart implements Publisher<DataBuffer> {

    private final AtomicBoolean used = new AtomicBoolean();
    private final Supplier<DataBuffer> buffer;
    private final Runnable unused;

    /**
     * A part.
     *
     * @param buffer makes the buffer; if it throws, nothing is left open
     * @param unused is run instead, if the buffer is never made
     */
    FramePart(Supplier<DataBuffer> buffer, Runnable unused) {
        this.buffer = buffer;
        this.unused = unused;
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
        if (!used.compareAndSet(false, true)) {
            return;
        }
        DataBuffer made;
        try {
            made = buffer.get();
        } catch (RuntimeException e) {
            subscriber.onError(e);
            return;
        }
        subscriber.onNext(made);
        subscriber.onComplete();
    }

    /** Nobody will ask for the buffer any more. */
    void discard() {
        if (used.compareAndSet(false, true)) {
            unused.run();
        }
    }
}
