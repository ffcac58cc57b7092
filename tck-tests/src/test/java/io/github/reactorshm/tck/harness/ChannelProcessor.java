package io.github.reactorshm.tck.harness;

import org.reactivestreams.Processor;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** A sink, and the source at the far end of its channel or channels, as one processor. */
final class ChannelProcessor extends Forwarding<Long> implements Processor<Long, Long> {

    private final Publisher<Long> source;

    ChannelProcessor(Subscriber<Long> sink, Publisher<Long> source) {
        super(sink);
        this.source = source;
    }

    @Override
    public void subscribe(Subscriber<? super Long> subscriber) {
        source.subscribe(subscriber);
    }

    @Override
    public String toString() {
        return "sink and " + source;
    }
}
