package io.github.reactorshm.tck.harness;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.ShmSinkBuilder;
import io.github.reactorshm.error.ShmCancelledException;
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
    private final Queue<CompletableFuture<Void>> sendings = new ConcurrentLinkedQueue<>();

    LocalProducers(Path base) {
        this.base = base;
    }

    @Override
    public void send(String channel, long elements) {
        numbers(elements).subscribe(openSink(channel, SLOTS));
    }

    /** Sends as {@link #send} does, with the operator that opens the channel by itself, later. */
    void sendLater(String channel, long elements) {
        sendings.add(builder(channel).send(numbers(elements)).onErrorComplete(ShmCancelledException.class).toFuture());
    }

    private static Flux<Long> numbers(long elements) {
        return Flux.range(0, (int) Math.min(elements, Integer.MAX_VALUE)).map(Integer::longValue);
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
        ShmSink<Long> sink = builder(channel).slots(slots).open();
        sinks.put(channel, sink);
        return sink;
    }

    private ShmSinkBuilder<Long> builder(String channel) {
        return ShmSink.<Long>channel(channel).baseDirectory(base).codec(LongCodec.INSTANCE);
    }

    @Override
    public void awaitAttached(String channel, int subscribers) {
        ShmSink<Long> sink = sink(channel);
        await().pollInSameThread().pollDelay(Duration.ZERO).pollInterval(LOOK_AGAIN).atMost(Times.HOUSEKEEPING)
                .until(() -> sink.subscriptions() >= subscribers || sink.isDisposed());
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
        for (CompletableFuture<Void> sending = sendings.poll(); sending != null; sending = sendings.poll()) {
            // One that failed throws here.
            if (sending.isDone()) {
                sending.join();
            } else {
                sending.cancel(true);
            }
        }
    }
}
