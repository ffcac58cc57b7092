package io.github.reactorshm;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.github.reactorshm.error.ShmCancelledException;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmPeerLostException;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;
import reactor.util.retry.Retry;
import reactor.util.retry.RetryBackoffSpec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Either end may come back: the other one goes on with the channel's next incarnation. */
class RestartTest {

    private static final Payloads NUMBERS = Payloads.varied(0, 100);
    /** Far more than it takes; the machine may be busy. */
    private static final Duration END = Duration.ofSeconds(30);
    private static final RetryBackoffSpec RETRY = Retry.fixedDelay(Long.MAX_VALUE, Duration.ofMillis(20))
            .filter(ShmException::isRetryable);

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);

    static Stream<Named<Function<Channel, Flux<Long>>>> consumers() {
        return Stream.of(Named.of("decoded", c -> Flux.from(c.source(NUMBERS).build())),
                Named.of("raw", c -> Flux.from(c.source().build()).map(frame -> {
                    try (frame) {
                        return Payloads.check(frame);
                    }
                })),
                Named.of("process",
                        c -> c.source().frames().process(Schedulers.parallel(), 2, Payloads::check)));
    }

    @ParameterizedTest
    @MethodSource("consumers")
    void aConsumerThatRetriesGoesOnWithTheNextIncarnation(Function<Channel, Flux<Long>> consumer) {
        AtomicInteger losses = new AtomicInteger();
        Recorder<Long> recorder = Recorder.asking(Long.MAX_VALUE);
        consumer.apply(channel).doOnError(ShmPeerLostException.class, e -> losses.incrementAndGet()).retryWhen(RETRY)
                .subscribe(recorder);
        long incarnation = 0;
        for (int round = 0; round < 10; round++) {
            ShmSink<Long> sink = channel.sink(NUMBERS).open();
            assertThat(sink.getInfo().incarnation()).as("incarnation %s", round).isNotEqualTo(incarnation);
            incarnation = sink.getInfo().incarnation();
            ManualUpstream<Long> upstream = new ManualUpstream<>();
            upstream.subscribe(sink);
            for (long n = 1; n <= 20; n++) {
                upstream.nextOnDemand(round * 20L + n);
            }
            recorder.awaitItems((round + 1) * 20);
            if (round < 9) {
                sink.dispose();
                assertThatThrownBy(() -> sink.onTerminate().block(END)).isInstanceOf(ShmCancelledException.class);
            } else {
                upstream.complete();
                sink.onTerminate().block(END);
            }
        }
        recorder.awaitComplete();
        assertThat(recorder.items()).isEqualTo(numbers(200));
        assertThat(losses).hasValue(9);
        recorder.verify();
    }

    @ParameterizedTest
    @MethodSource("sources")
    void aSourceThatItsOwnerDisposedOfIsNotRetried(Function<Channel, SourceSide> source,
            Consumer<SourceSide> disposal) {
        SourceSide disposed = source.apply(channel);
        AtomicInteger subscriptions = new AtomicInteger();
        Recorder<Object> recorder = Recorder.asking(Long.MAX_VALUE);
        Flux.from((Publisher<?>) disposed).cast(Object.class).doOnSubscribe(s -> subscriptions.incrementAndGet())
                .retryWhen(RETRY).subscribe(recorder);
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        Accounts.awaitSubscriptions(sink, 1);
        disposal.accept(disposed);
        recorder.awaitEnd();
        // One that comes too late is told to build another source, which trying again does not do.
        Recorder<Object> late = Recorder.asking(Long.MAX_VALUE);
        Flux.from((Publisher<?>) disposed).cast(Object.class).retryWhen(RETRY).subscribe(late);
        ShmCancelledException refused = late.awaitError(ShmCancelledException.class);
        assertThat(refused.isByOwner()).isTrue();
        assertThat(refused.isRetryable()).isFalse();
        assertThat(subscriptions).hasValue(1);
        assertThatThrownBy(() -> sink.onTerminate().block(END)).isInstanceOfSatisfying(ShmCancelledException.class,
                left -> assertThat(left.isRetryable()).isTrue());
    }

    static Stream<Arguments> sources() {
        List<Named<Function<Channel, SourceSide>>> sources = List.of(
                Named.of("decoded", c -> c.source(NUMBERS).build()), Named.of("raw", c -> c.source().frames()));
        List<Named<Consumer<SourceSide>>> disposals = List.of(Named.of("dispose", SourceSide::dispose),
                Named.of("disposeLater", source -> source.disposeLater(END).block(END)));
        return sources.stream().flatMap(source -> disposals.stream().map(way -> Arguments.of(source, way)));
    }

    @Test
    void aSendThatRetriesServesTheNextConsumer() {
        AtomicInteger openings = new AtomicInteger();
        Flux<Long> camera = Flux.defer(() -> {
            openings.incrementAndGet();
            return Flux.range(1, 100).map(Integer::longValue);
        });
        AtomicInteger completions = new AtomicInteger();
        channel.sink(NUMBERS).send(camera).retryWhen(RETRY).subscribe(nothing -> {}, e -> {},
                completions::incrementAndGet);
        for (int round = 1; round <= 5; round++) {
            Recorder<Long> consumer = channel.record(NUMBERS, 3);
            assertThat(consumer.awaitItems(3)).isEqualTo(numbers(3));
            consumer.cancel();
            int begun = round;
            await().atMost(END).until(() -> openings.get() == begun + 1);
            consumer.verify();
        }
        Recorder<Long> last = channel.record(NUMBERS, Long.MAX_VALUE);
        last.awaitComplete();
        assertThat(last.items()).isEqualTo(numbers(100));
        await().atMost(END).until(() -> completions.get() == 1);
    }

    @Test
    void aFrameOfTheFormerIncarnationStaysRightBesideTheNext() {
        ManualUpstream<Long> first = new ManualUpstream<>();
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        first.subscribe(sink);
        Recorder<ShmFrame> kept = channel.recordFrames(3);
        for (long n = 1; n <= 3; n++) {
            first.nextOnDemand(n);
        }
        List<ShmFrame> frames = kept.awaitItems(3);
        sink.dispose();
        kept.awaitError(ShmPeerLostException.class);
        assertThatThrownBy(() -> sink.onTerminate().block(END)).isInstanceOf(ShmCancelledException.class);

        Recorder<Long> next = channel.record(NUMBERS, Long.MAX_VALUE);
        channel.sink(NUMBERS).send(Flux.range(1, 500).map(Integer::longValue)).block(END);
        next.awaitComplete();
        for (ShmFrame frame : frames) {
            assertThat(Payloads.check(frame)).isEqualTo(frame.sequence());
            assertThat(frame.info().incarnation()).isEqualTo(sink.getInfo().incarnation());
            frame.close();
        }
        kept.verify();
        next.verify();
    }

    private static List<Long> numbers(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }
}
