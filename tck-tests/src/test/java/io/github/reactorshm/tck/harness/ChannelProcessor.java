package io.github.reactorshm.tck.harness;

import org.reactivestreams.Processor;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** A sink and the source at the far end of its channels, as one processor. */
record ChannelProcessor(Subscriber<Long> sink, Publisher<Long> source) implements Processor<Long, Long> {

    @Override
    public void subscribe(Subscriber<? super Long> subscriber) {
        source.subscribe(subscriber);
    }

    @Override
    public void onSubscribe(Subscription s) {
        sink.onSubscribe(s);
    }

    @Override
    public void onNext(Long element) {
        sink.onNext(element);
    }

    @Override
    public void onError(Throwable t) {
        sink.onError(t);
    }

    @Override
    public void onComplete() {
        sink.onComplete();
    }
}
