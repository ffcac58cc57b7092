package io.github.reactorshm.tck.harness;

import java.nio.file.Path;

import org.reactivestreams.Publisher;

/** The consuming ends of channels, in the JVM that calls. */
final class LocalConsumers implements Consumers {

    private final Path base;
    private final Subscriptions subscriptions = new Subscriptions();

    LocalConsumers(Path base) {
        this.base = base;
    }

    @Override
    public Publisher<Long> source(String channel) {
        return source(SourceKind.DECODED, channel, LongCodec.INSTANCE);
    }

    Publisher<Long> source(SourceKind kind, String channel, LongCodec codec) {
        return watch(kind.open(base, channel, codec));
    }

    /** The publisher; its subscriptions are cancelled with the others. */
    Publisher<Long> watch(Publisher<Long> publisher) {
        return subscriptions.watch(publisher);
    }

    @Override
    public void cancelAll() {
        subscriptions.cancelAll();
    }
}
