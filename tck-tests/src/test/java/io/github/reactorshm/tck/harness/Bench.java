package io.github.reactorshm.tck.harness;

import java.time.Duration;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.ShmSource;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Processor;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;

/** Where one verification gets its publishers and subscribers under test: each one an end of a new channel. */
public final class Bench implements AutoCloseable {

    private final Base base;
    private final LocalProducers sinks;
    private final LocalConsumers sources;
    private final Producers producers;
    private final Consumers consumers;
    private final Passage passage;
    private final @Nullable FarJvm far;

    private Bench(boolean twoJvms) {
        base = new Base();
        sinks = new LocalProducers(base.path());
        sources = new LocalConsumers(base.path());
        far = twoJvms ? new FarJvm(base) : null;
        producers = far == null ? sinks : far;
        consumers = far == null ? sources : far;
        passage = far == null ? Passage.NONE : far;
    }

    /** The other end of what is under test is in this JVM. */
    public static Bench oneJvm() {
        return new Bench(false);
    }

    /** The other end of what is under test is in a child JVM, which lives as long as the bench. */
    public static Bench twoJvms() {
        return new Bench(true);
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

    /** A source here of a channel that nobody opens. */
    public Publisher<Long> unreachableSource() {
        return sources.watch(ShmSource.channel(base.newChannel()).baseDirectory(base.path()).codec(LongCodec.INSTANCE)
                .connectTimeout(Duration.ofMillis(Times.SILENCE_MILLIS)).build());
    }

    /**
     * Sources here of which each subscriber has a channel of its own, as a cold publisher's subscribers do: its sink is opened
     * while the source already looks for it. To Reactor the subscribers are strangers.
     */
    public Publisher<Long> sourcesOfOwnChannels(long elements) {
        return sources.watch(subscriber -> {
            String channel = base.newChannel();
            SourceKind.DECODED.open(base.path(), channel, LongCodec.INSTANCE)
                    .subscribe(subscriber == null ? null : new Forwarding<>(subscriber));
            sinks.sendLater(channel, elements);
        });
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

    /**
     * A sink here and a source here as one processor, with room for so many elements on the way: over one channel if both
     * ends are in this JVM, else over a channel to the other JVM and one back.
     */
    public Processor<Long, Long> processor(int bufferSize) {
        String in = base.newChannel();
        ShmSink<Long> sink = sinks.openSink(in, bufferSize);
        String out = passage.lead(in, bufferSize);
        SentError error = new SentError(in);
        if (!out.equals(in)) {
            error = new SentError(in, out);
            // As above: an error that comes before the other JVM is there would not get into it.
            sinks.awaitAttached(in, 1);
        }
        Publisher<Long> source = error.recall(sources.source(out));
        return new ChannelProcessor(error.remember(sink), new AttachingPublisher(source, producers, out));
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
        try (base; far) {
            endTest();
        }
    }
}
