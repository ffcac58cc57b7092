package io.github.reactorshm;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.github.reactorshm.error.ShmStallTimeoutException;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.LogLines;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.util.Logger;
import reactor.util.Loggers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Operators that ask for more frames than the pool has slots. */
class QueueingTest {

    private static final Logger LOG = Loggers.getLogger(QueueingTest.class);
    private static final Payloads NUMBERS = Payloads.varied(0, 1_000);
    private static final int FRAMES = 500;
    private static final List<Long> ALL = LongStream.rangeClosed(1, FRAMES).boxed().toList();
    private static final Duration END = Duration.ofSeconds(60);
    /** Not while the pool may be held in passing only. */
    private static final Duration NOT_TOLD_BEFORE = Duration.ofMillis(1_900);
    /** Told after 2 s, and at a tick of 250 ms; the rest is for a machine that is busy with other tests. */
    private static final Duration TOLD = Duration.ofSeconds(8);
    private static final Duration WHILE = Duration.ofSeconds(1);

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);

    private static Flux<Long> numbers() {
        return Flux.range(1, FRAMES).map(Integer::longValue);
    }

    private static Long checkAndClose(ShmFrame frame) {
        try (frame) {
            return Payloads.check(frame);
        }
    }

    private static Mono<Long> later(ShmFrame frame) {
        return Mono.fromCallable(() -> checkAndClose(frame)).subscribeOn(Schedulers.parallel());
    }

    // ------------------------------------------------------------------ what works

    static Stream<Arguments> queueing() {
        return Stream.of(
                chain(1, "publishOn, 256", frames -> frames.publishOn(Schedulers.parallel(), 256)
                        .map(QueueingTest::checkAndClose)),
                chain(1, "flatMap", frames -> frames.flatMap(QueueingTest::later)),
                chain(1, "flatMapSequential", frames -> frames.flatMapSequential(QueueingTest::later)),
                chain(1, "concatMap", frames -> frames.concatMap(QueueingTest::later)),
                chain(2, "zip", frames -> Flux.zip(frames, frames, (a, b) -> {
                    assertThat(checkAndClose(b)).isEqualTo(a.sequence());
                    return checkAndClose(a);
                })),
                chain(1, "window(10)", frames -> frames.window(10)
                        .concatMap(window -> window.map(QueueingTest::checkAndClose))),
                chain(1, "buffer(8)", frames -> frames.buffer(8)
                        .concatMapIterable(list -> list.stream().map(QueueingTest::checkAndClose).toList())));
    }

    private static Arguments chain(int attachments, String name, Function<Flux<ShmFrame>, Flux<Long>> operators) {
        return Arguments.of(attachments, Named.of(name, operators));
    }

    @ParameterizedTest
    @MethodSource("queueing")
    void D2_operatorsThatQueueWorkAsLongAsFramesAreClosedBehindThem(int attachments,
            Function<Flux<ShmFrame>, Flux<Long>> operators) {
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        Recorder<Long> recorder = Recorder.asking(Long.MAX_VALUE);
        operators.apply(Flux.from(channel.source().frames())).subscribe(recorder);
        Accounts.awaitSubscriptions(sink, attachments);
        numbers().subscribe(sink);
        recorder.awaitComplete();
        recorder.verify();
        assertThat(recorder.items()).containsExactlyInAnyOrderElementsOf(ALL);
        sink.onTerminate().block(END);
        assertThat(sink.freeSlots()).isEqualTo(8);
        assertThat(sink.heldSlots()).isZero();
    }

    @Test
    void D2_decodedElementsMayBeGatheredInAnyNumber() {
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        Recorder<Long> recorder = Recorder.asking(Long.MAX_VALUE);
        Flux.from(channel.source(NUMBERS).build()).buffer(16).flatMapIterable(list -> list).subscribe(recorder);
        numbers().subscribe(sink);
        recorder.awaitComplete();
        assertThat(recorder.items()).isEqualTo(ALL);
        sink.onTerminate().block(END);
    }

    // ------------------------------------------------------------------ what cannot work

    static Stream<Named<Function<Flux<ShmFrame>, Flux<?>>>> gathering() {
        return Stream.of(
                Named.of("buffer(16)", frames -> frames.buffer(16)),
                Named.of("window(10), gathered", frames -> frames.window(10).flatMap(Flux::collectList)),
                Named.of("publishOn, then collectList", frames -> frames.publishOn(Schedulers.parallel(), 256)
                        .collectList().flux()));
    }

    @ParameterizedTest
    @MethodSource("gathering")
    void D2_aChainThatWaitsForMoreFramesThanThePoolHasIsNamedAndNotEnded(
            Function<Flux<ShmFrame>, Flux<?>> operator) {
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        Recorder<Long> bystander = channel.record(NUMBERS, Long.MAX_VALUE);
        Accounts.awaitSubscriptions(sink, 1);
        try (LogLines log = LogLines.with(channel.name())) {
            Recorder<Object> gatherer = Recorder.asking(Long.MAX_VALUE);
            operator.apply(Flux.from(channel.source().frames())).doOnDiscard(ShmFrame.class, ShmFrame::close)
                    .cast(Object.class).subscribe(gatherer);
            Accounts.awaitSubscriptions(sink, 2);
            numbers().concatWith(Mono.never()).subscribe(sink);

            Accounts.awaitHeld(sink, 8);
            long held = System.nanoTime();
            await().atMost(END).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(5))
                    .until(() -> sink.stalled() && log.lines().size() >= 2);
            Duration told = Duration.ofNanos(System.nanoTime() - held);
            LOG.info("D2: both sides were told " + told.toMillis() + " ms after the last slot had gone");
            assertThat(told).isBetween(NOT_TOLD_BEFORE, TOLD);
            assertThat(log.lines()).as("what the producer's process logs")
                    .anyMatch(
                            line -> line.contains("all 8 slots of its pool") && line.contains("subscription 2 holds 8")
                                    && line.contains("waits for") && line.contains("subscriber gather fewer"));
            assertThat(log.lines()).as("what the consumer's process logs")
                    .anyMatch(line -> line.contains("this subscription holds 8 of 8"));
            await().during(WHILE).atMost(END).until(() -> !gatherer.isTerminated() && !sink.isDisposed());
            assertThat(sink.published()).isEqualTo(8);
            assertThat(bystander.size()).isEqualTo(8);

            gatherer.cancel();
            bystander.awaitItems(FRAMES);
            await().atMost(END).until(() -> !sink.stalled());
            Accounts.awaitAllBack(sink);
        }
        sink.dispose();
        bystander.awaitEnd();
    }

    @Test
    void D2_onlyATimeoutOfTheUsersEndsAStalledStream() {
        Duration timeout = Duration.ofMillis(2_500);
        ShmSink<Long> sink = channel.sink(NUMBERS).stallTimeout(timeout).open();
        Recorder<List<ShmFrame>> gatherer = Recorder.asking(Long.MAX_VALUE);
        try (LogLines log = LogLines.with(channel.name())) {
            Flux.from(channel.source().frames()).buffer(16).doOnDiscard(ShmFrame.class, ShmFrame::close)
                    .subscribe(gatherer);
            Accounts.awaitSubscriptions(sink, 1);
            long start = System.nanoTime();
            numbers().subscribe(sink);
            gatherer.awaitEnd();
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(timeout);
            assertThat(log.lines()).as("warnings before the end").isNotEmpty();
        }
        assertThat(gatherer.awaitError(ShmStallTimeoutException.class)).hasMessageContaining(channel.name())
                .hasMessageContaining("holds 8");
        assertThatThrownBy(() -> sink.onTerminate().block(END)).isInstanceOf(ShmStallTimeoutException.class)
                .hasMessageContaining("subscription 1 holds 8");
        assertThat(sink.freeSlots()).isEqualTo(8);
    }
}
