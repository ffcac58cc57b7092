package io.github.reactorshm.tck.harness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.reactorshm.ShmSink;
import org.reactivestreams.tck.flow.support.TestException;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;

import static org.awaitility.Awaitility.await;

/** The producing ends of channels, in the JVM that calls. */
final class LocalProducers implements Producers {

    /** Above the 20 elements that a verification asks for at most before it takes one. */
    static final int SLOTS = 32;

    private static final Duration LOOK_AGAIN = Duration.ofMillis(1);

    private final Path base;
    private final Map<String, ShmSink<Long>> sinks = new ConcurrentHashMap<>();

    LocalProducers(Path base) {
        this.base = base;
    }

    @Override
    public void send(String channel, long elements) {
        Flux.range(0, (int) Math.min(elements, Integer.MAX_VALUE)).map(Integer::longValue)
                .subscribe(openSink(channel, SLOTS));
    }

    @Override
    public void open(String channel) {
        openSink(channel, SLOTS).onSubscribe(Operators.emptySubscription());
    }

    @Override
    public void fail(String channel) {
        sink(channel).onError(new TestException());
    }

    /** Opens a sink, for an upstream of the caller's. */
    ShmSink<Long> openSink(String channel, int slots) {
        ShmSink<Long> sink = ShmSink.<Long>channel(channel).baseDirectory(base).codec(LongCodec.INSTANCE).slots(slots)
                .open();
        sinks.put(channel, sink);
        return sink;
    }

    @Override
    public void awaitAttached(String channel, int subscribers) {
        ShmSink<Long> sink = sink(channel);
        await().pollInSameThread().pollDelay(Duration.ZERO).pollInterval(LOOK_AGAIN).atMost(Times.HOUSEKEEPING)
                .until(() -> sink.subscriptions() >= subscribers || sink.published() > 0 || sink.isDisposed());
    }

    private ShmSink<Long> sink(String channel) {
        ShmSink<Long> sink = sinks.get(channel);
        if (sink == null) {
            throw new IllegalArgumentException("no sink was opened on channel " + channel);
        }
        return sink;
    }

    @Override
    public void disposeAll() {
        sinks.values().forEach(ShmSink::dispose);
        sinks.clear();
    }
}
