package io.github.reactorshm.tck.harness;

import java.util.concurrent.atomic.AtomicInteger;

import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/**
 * A channel's source of which {@code subscribe} returns when the subscriber is attached. Attaching takes its time and a
 * lossless subscriber gets what is sent from then on, so the TCK's tests of several subscribers want them all to be there
 * before one of them asks for anything.
 */
final class AttachingPublisher implements Publisher<Long> {

    private final Publisher<Long> source;
    private final Producers producers;
    private final String channel;
    private final AtomicInteger subscribers = new AtomicInteger();

    AttachingPublisher(Publisher<Long> source, Producers producers, String channel) {
        this.source = source;
        this.producers = producers;
        this.channel = channel;
    }

    @Override
    public void subscribe(Subscriber<? super Long> subscriber) {
        source.subscribe(subscriber);
        producers.awaitAttached(channel, subscribers.incrementAndGet());
    }

    @Override
    public String toString() {
        return "source of channel " + channel;
    }
}
