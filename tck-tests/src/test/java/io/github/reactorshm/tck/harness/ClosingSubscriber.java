package io.github.reactorshm.tck.harness;

import io.github.reactorshm.ShmFrame;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;

/** Receives frames as their owner must: reads each, closes it, and passes on what it read; all other signals as they are. */
final class ClosingSubscriber implements CoreSubscriber<ShmFrame> {

    private final Subscriber<? super Long> actual;
    private final LongCodec codec;

    ClosingSubscriber(Subscriber<? super Long> actual, LongCodec codec) {
        this.actual = actual;
        this.codec = codec;
    }

    @Override
    public void onSubscribe(Subscription s) {
        actual.onSubscribe(s);
    }

    @Override
    public void onNext(ShmFrame frame) {
        long value;
        try (frame) {
            value = codec.decode(frame);
        }
        actual.onNext(value);
    }

    @Override
    public void onError(Throwable t) {
        actual.onError(t);
    }

    @Override
    public void onComplete() {
        actual.onComplete();
    }
}
