package io.github.reactorshm;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Stream;

import io.github.reactorshm.codec.TextCodec;
import io.github.reactorshm.error.ShmCancelledException;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmPeerLostException;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Ends that are called from within the signals, on the library's own threads: none may wait for itself. */
class DisposeInsideTest {

    private static final TextCodec TEXT = TextCodec.ofSlotSize(64);
    private static final int TENTH = 10;
    private static final Duration END = Duration.ofSeconds(30);

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);
    private final AtomicReference<ShmSink<String>> sink = new AtomicReference<>();
    private final Disposable.Swap subscription = Disposables.swap();

    private ShmSink<String> open(ShmCodec<String> codec) {
        ShmSink<String> opened = channel.sink(codec).open();
        sink.set(opened);
        return opened;
    }

    private static Flux<String> texts() {
        return Flux.range(1, Integer.MAX_VALUE).map(i -> "text " + i);
    }

    /** Whatever was done to one channel, the threads that it shares with all others are not stuck. */
    @AfterEach
    void anotherChannelWorks() {
        Channel other = Channel.in(DIRECTORY);
        Recorder<String> recorder = other.record(TEXT, Long.MAX_VALUE);
        other.sink(TEXT).send(texts().take(1_000)).block(END);
        recorder.awaitComplete();
        assertThat(recorder.items()).hasSize(1_000);
        recorder.verify();
    }

    private void assertEndedBy(Class<? extends ShmException> type) {
        assertThatThrownBy(() -> sink.get().onTerminate().block(END)).isInstanceOf(type);
        assertThat(sink.get().isDisposed()).isTrue();
    }

    static Stream<Named<Function<Channel, Flux<?>>>> kinds() {
        return Stream.of(Named.of("decoded", c -> Flux.from(c.source(TEXT).build())),
                Named.of("raw", c -> Flux.from(c.source().frames())),
                Named.of("process", c -> c.source().frames().process(Schedulers.parallel(), 2, ShmFrame::sequence)));
    }

    private static void close(Object element) {
        if (element instanceof ShmFrame frame) {
            frame.close();
        }
    }

    // ------------------------------------------------------------------ the consumer's end

    @ParameterizedTest
    @MethodSource("kinds")
    void F9_aSubscriberMayDisposeOfItselfInOnNext(Function<Channel, Flux<?>> kind) {
        open(TEXT);
        Recorder<Object> recorder = Recorder.asking(Long.MAX_VALUE);
        kind.apply(channel).cast(Object.class).doOnNext(element -> {
            close(element);
            if (recorder.size() == TENTH) {
                recorder.cancel();
            }
        }).subscribe(recorder);
        texts().subscribe(sink.get());
        assertEndedBy(ShmCancelledException.class);
        assertThat(recorder.isTerminated()).isFalse();
        recorder.verify();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void F9_aSubscriberMayDisposeOfTheSinkInOnNext(Function<Channel, Flux<?>> kind) {
        open(TEXT);
        Recorder<Object> recorder = Recorder.asking(Long.MAX_VALUE);
        kind.apply(channel).cast(Object.class).doOnNext(element -> {
            close(element);
            if (recorder.size() == TENTH) {
                sink.get().dispose();
            }
        }).subscribe(recorder);
        texts().subscribe(sink.get());
        recorder.awaitError(ShmPeerLostException.class);
        assertEndedBy(ShmCancelledException.class);
        recorder.verify();
    }

    @Test
    void F9_aCodecMayCancelItsSubscriptionWhileItDecodes() {
        open(TEXT);
        ShmCodec<String> codec = new Codec() {
            @Override
            public String decode(ShmFrame frame) {
                if (frame.sequence() == TENTH) {
                    subscription.dispose();
                }
                return super.decode(frame);
            }
        };
        subscription.update(Flux.from(channel.source(codec).build()).subscribe());
        texts().subscribe(sink.get());
        assertEndedBy(ShmCancelledException.class);
    }

    @Test
    void F9_aFunctionMayCancelItsOwnSubscription() {
        open(TEXT);
        Recorder<Long> recorder = Recorder.asking(Long.MAX_VALUE);
        channel.source().frames().process(Schedulers.parallel(), 2, frame -> {
            if (frame.sequence() == TENTH) {
                recorder.cancel();
            }
            return frame.sequence();
        }).subscribe(recorder);
        texts().subscribe(sink.get());
        assertEndedBy(ShmCancelledException.class);
        assertThat(recorder.isTerminated()).isFalse();
        recorder.verify();
    }

    @Test
    void F9_theNextSubscriptionMayBeginInTheTerminalSignal() {
        open(TEXT);
        Recorder<String> second = Recorder.asking(Long.MAX_VALUE);
        Recorder<String> first = Recorder.asking(Long.MAX_VALUE);
        Flux.from(channel.source(TEXT).build()).doOnError(e -> {
            sink.get().dispose();
            channel.source(TEXT).build().subscribe(second);
        }).subscribe(first);
        texts().take(TENTH).concatWith(Mono.error(new IllegalStateException("the camera failed")))
                .subscribe(sink.get());
        first.awaitEnd();
        assertThatThrownBy(() -> sink.get().onTerminate().block(END)).isInstanceOf(Exception.class);
        channel.sink(TEXT).send(texts().take(TENTH)).block(END);
        second.awaitComplete();
        assertThat(second.items()).hasSize(TENTH);
    }

    // ------------------------------------------------------------------ the producer's end

    @Test
    void F9_anUpstreamMayDisposeOfTheSinkInItsRequest() {
        open(TEXT);
        Recorder<String> recorder = channel.record(TEXT, Long.MAX_VALUE);
        texts().doOnRequest(n -> sink.get().dispose()).subscribe(sink.get());
        assertEndedBy(ShmCancelledException.class);
        recorder.awaitError(ShmPeerLostException.class);
    }

    @Test
    void F9_anUpstreamMayDisposeOfTheSinkInItsOnNext() {
        open(TEXT);
        Recorder<String> recorder = channel.record(TEXT, Long.MAX_VALUE);
        texts().doOnNext(text -> {
            if (text.endsWith(" " + TENTH)) {
                sink.get().dispose();
            }
        }).subscribe(sink.get());
        assertEndedBy(ShmCancelledException.class);
        recorder.awaitError(ShmPeerLostException.class);
    }

    @Test
    void F9_aCodecMayDisposeOfTheSinkWhileItEncodes() {
        open(new Codec() {
            @Override
            public long encode(String text, MemorySegment slot) {
                if (text.endsWith(" " + TENTH)) {
                    sink.get().dispose();
                }
                return super.encode(text, slot);
            }
        });
        Recorder<String> recorder = channel.record(TEXT, Long.MAX_VALUE);
        texts().subscribe(sink.get());
        assertEndedBy(ShmCancelledException.class);
        recorder.awaitError(ShmPeerLostException.class);
    }

    @Test
    void F9_aSinkMayBeOpenedAgainInItsTermination() {
        open(TEXT);
        AtomicReference<ShmSink<String>> next = new AtomicReference<>();
        Mono<Void> again = sink.get().onTerminate().onErrorComplete()
                .then(Mono.fromRunnable(() -> next.set(channel.sink(TEXT).open())));
        Mono<Void> opened = again.cache();
        opened.subscribe();
        sink.get().dispose();
        opened.block(END);
        Recorder<String> recorder = channel.record(TEXT, Long.MAX_VALUE);
        texts().take(TENTH).subscribe(next.get());
        recorder.awaitComplete();
        next.get().onTerminate().block(END);
    }

    /** Text, by delegation: {@link TextCodec} is final. */
    private static class Codec implements ShmCodec<String> {

        @Override
        public String contentType() {
            return TEXT.contentType();
        }

        @Override
        public long slotSize() {
            return TEXT.slotSize();
        }

        @Override
        public long encode(String text, MemorySegment slot) {
            return TEXT.encode(text, slot);
        }

        @Override
        public String decode(ShmFrame frame) {
            return TEXT.decode(frame);
        }
    }
}
