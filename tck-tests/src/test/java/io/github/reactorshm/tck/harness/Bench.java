package io.github.reactorshm.tck.harness;

import io.github.reactorshm.ShmSink;
import org.reactivestreams.Processor;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** Where one verification gets its publishers and subscribers under test: each one an end of a new channel. */
public final class Bench implements AutoCloseable {

    private final BaseDirectory base;
    private final LocalProducers sinks;
    private final LocalConsumers sources;
    private final Producers producers;
    private final Consumers consumers;

    private Bench(BaseDirectory base, LocalProducers sinks, LocalConsumers sources, Producers producers,
            Consumers consumers) {
        this.base = base;
        this.sinks = sinks;
        this.sources = sources;
        this.producers = producers;
        this.consumers = consumers;
    }

    /** Both ends are in this JVM. */
    public static Bench oneJvm() {
        BaseDirectory base = BaseDirectory.create();
        LocalProducers sinks = new LocalProducers(base.path());
        LocalConsumers sources = new LocalConsumers(base.path());
        return new Bench(base, sinks, sources, sinks, sources);
    }

    /** A source here; its sink sends so many numbers, then completes. */
    public Publisher<Long> source(SourceKind kind, long elements) {
        String channel = base.newChannel();
        producers.send(channel, elements);
        return source(kind, channel);
    }

    /** A source here whose sink fails when a subscriber is there. */
    public Publisher<Long> sourceOfFailedSink(SourceKind kind) {
        String channel = base.newChannel();
        producers.open(channel);
        Publisher<Long> source = source(kind, channel);
        return subscriber -> {
            source.subscribe(subscriber);
            producers.fail(channel);
        };
    }

    /** A source here whose sink sends another type of content and refuses it. */
    public Publisher<Long> refusedSource(SourceKind kind) {
        String channel = base.newChannel();
        producers.open(channel);
        return sources.source(kind, channel, LongCodec.OTHER);
    }

    private Publisher<Long> source(SourceKind kind, String channel) {
        return new AttachingPublisher(sources.source(kind, channel, LongCodec.INSTANCE), producers, channel);
    }

    /** A sink here, to whose source the receiver is subscribed. */
    public Subscriber<Long> sink(Subscriber<Long> receiver) {
        String channel = base.newChannel();
        ShmSink<Long> sink = sinks.openSink(channel, LocalProducers.SLOTS);
        SentError error = new SentError(channel);
        error.recall(consumers.source(channel)).subscribe(receiver);
        // A sink that fails before a subscriber is there has nobody to tell.
        sinks.awaitAttached(channel, 1);
        return error.remember(sink);
    }

    /** A sink here and a source here, with room for so many elements between them. */
    public Processor<Long, Long> processor(int bufferSize) {
        String channel = base.newChannel();
        SentError error = new SentError(channel);
        Subscriber<Long> sink = error.remember(sinks.openSink(channel, bufferSize));
        return new ChannelProcessor(sink,
                new AttachingPublisher(error.recall(sources.source(channel)), sinks, channel));
    }

    /** Ends what a test left, and waits until nothing of it is left. */
    public void endTest() {
        sources.cancelAll();
        consumers.cancelAll();
        sinks.disposeAll();
        producers.disposeAll();
        base.awaitEmpty();
    }

    @Override
    public void close() {
        base.close();
    }
}
