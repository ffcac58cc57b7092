package io.github.reactorshm.spring;

import java.time.Duration;
import java.util.List;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmSink;
import io.github.reactorshm.codec.BytesCodec;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import reactor.core.publisher.Sinks;

import static org.awaitility.Awaitility.await;

/** Frames of a real channel, each with one byte that tells its number. */
final class Frames implements AutoCloseable {

    static final Duration PATIENCE = Duration.ofSeconds(20);
    static final int SLOTS = 8;
    static final int LENGTH = 1_000;

    private final TestDirectory directory = TestDirectory.create();
    private final Channel channel = Channel.in(directory);
    private Sinks.Many<byte[]> elements;
    private ShmSink<byte[]> sink;

    Frames() {
        reopen();
    }

    /** A camera, or the next one of the same name. */
    void reopen() {
        elements = Sinks.many().unicast().onBackpressureBuffer();
        sink = channel.sink(BytesCodec.ofSlotSize(LENGTH)).slots(SLOTS).keepOpen().open();
        elements.asFlux().subscribe(sink);
    }

    Channel channel() {
        return channel;
    }

    void send(int number) {
        byte[] bytes = new byte[LENGTH];
        bytes[0] = (byte) number;
        bytes[LENGTH - 1] = (byte) number;
        elements.tryEmitNext(bytes).orThrow();
    }

    /** So many frames of numbers from 1, for the test to close. */
    List<ShmFrame> take(int count) {
        Recorder<ShmFrame> recorder = channel.recordFrames(count);
        await("the subscription").atMost(PATIENCE).until(() -> sink.subscriptions() == 1);
        for (int i = 1; i <= count; i++) {
            send(i);
        }
        await("frames").atMost(PATIENCE).until(() -> recorder.items().size() == count);
        return List.copyOf(recorder.items());
    }

    int held() {
        return sink.heldSlots();
    }

    void awaitHeld(int count) {
        await(count + " held").atMost(PATIENCE).until(() -> sink.heldSlots() == count);
    }

    void awaitSubscriptions(int count) {
        await(count + " subscriptions").atMost(PATIENCE).until(() -> sink.subscriptions() == count);
    }

    /** The camera goes, without a word. */
    void stop() {
        sink.dispose();
        sink.onTerminate().onErrorComplete().block(PATIENCE);
    }

    @Override
    public void close() {
        stop();
        directory.close();
    }
}
