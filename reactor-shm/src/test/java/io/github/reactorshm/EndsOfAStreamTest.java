package io.github.reactorshm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.github.reactorshm.error.ShmCancelledException;
import io.github.reactorshm.error.ShmChannelInUseException;
import io.github.reactorshm.error.ShmConnectTimeoutException;
import io.github.reactorshm.error.ShmPeerLostException;
import io.github.reactorshm.error.ShmRemoteException;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.Exceptions;
import reactor.core.publisher.Flux;
import reactor.test.util.RaceTestUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** How streams end, or never begin. */
class EndsOfAStreamTest {

    private static final Payloads NUMBERS = Payloads.varied(0, 100);
    /** Far more than it takes; the machine may be busy. */
    private static final Duration END = Duration.ofSeconds(30);

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);
    private final ManualUpstream<Long> upstream = new ManualUpstream<>();

    @AfterEach
    void nothingIsLeft() {
        await().atMost(END).untilAsserted(() -> assertThat(files()).containsOnly(".lock"));
    }

    private static List<String> files() throws IOException {
        try (Stream<Path> files = Files.list(DIRECTORY.path())) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private static List<Long> numbers(long last) {
        return LongStream.rangeClosed(1, last).boxed().toList();
    }

    private ShmSink<Long> openSink() {
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        upstream.subscribe(sink);
        return sink;
    }

    // ------------------------------------------------------------------ no channel

    @Test
    void noChannelIsAnErrorThatNamesThePath() {
        for (Path base : List.of(channel.base(), channel.base().resolve("nothing-here"))) {
            Recorder<ShmFrame> consumer = Recorder.asking(1);
            new Channel(base, channel.name()).source().connectTimeout(Duration.ofMillis(300)).build()
                    .subscribe(consumer);
            ShmConnectTimeoutException error = consumer.awaitError(ShmConnectTimeoutException.class);
            assertThat(error.getPath()).isEqualTo(base.resolve(channel.name()));
            assertThat(error.getTimeout()).isEqualTo(Duration.ofMillis(300));
            assertThat(error.isRetryable()).isTrue();
            assertThat(error).hasMessageContaining(base.resolve(channel.name()).toString())
                    .hasMessageContaining("300 ms");
            consumer.verify();
        }
    }

    @Test
    void aChannelThatOpensLaterIsWaitedFor() {
        Recorder<Long> consumer = channel.record(NUMBERS, Long.MAX_VALUE);
        await().during(Duration.ofMillis(300)).until(() -> !consumer.isTerminated());
        channel.sink(NUMBERS).send(Flux.range(1, 50).map(Integer::longValue)).block(END);
        consumer.awaitComplete();
        assertThat(consumer.items()).isEqualTo(numbers(50));
        consumer.verify();
    }

    @Test
    void aSubscriptionThatIsCancelledWhileItWaitsIsOver() {
        Recorder<Long> consumer = channel.record(NUMBERS, Long.MAX_VALUE);
        consumer.cancel();
        ShmSink<Long> sink = openSink();
        await().during(Duration.ofMillis(600)).until(() -> sink.subscriptions() == 0);
        assertThat(consumer.isTerminated()).isFalse();
        sink.dispose();
    }

    // ------------------------------------------------------------------ a name in use

    @Test
    void aNameInUseIsRefusedInEveryFormAndTheFirstStreamGoesOn() {
        ShmSink<Long> sink = openSink();
        Recorder<Long> consumer = channel.record(NUMBERS, Long.MAX_VALUE);
        AtomicBoolean subscribed = new AtomicBoolean();
        Flux<Long> never = Flux.<Long>never().doOnSubscribe(s -> subscribed.set(true));
        List<Supplier<Object>> forms = List.of(() -> channel.sink(NUMBERS).open(),
                () -> channel.sink(NUMBERS).openLater().block(END),
                () -> channel.sink(NUMBERS).send(never).block(END));
        for (int i = 0; i < forms.size(); i++) {
            ShmChannelInUseException error = catchThrowableOfType(ShmChannelInUseException.class, forms.get(i)::get);
            assertThat(error.getChannel()).isEqualTo(channel.name());
            assertThat(error.isRetryable()).isTrue();
            assertThat(error).hasMessageContaining(channel.directory().toString());
            for (long n = 1; n <= 100; n++) {
                upstream.nextOnDemand(i * 100L + n);
            }
        }
        assertThat(subscribed).as("the publisher of the refused send").isFalse();
        upstream.complete();
        consumer.awaitComplete();
        assertThat(consumer.items()).isEqualTo(numbers(300));
        sink.onTerminate().block(END);
    }

    // ------------------------------------------------------------------ from the producer's side

    @Test
    void anErrorComesBehindAllFramesWithItsClassAndText() {
        ShmSink<Long> sink = openSink();
        Recorder<Long> consumer = channel.record(NUMBERS, 3);
        Recorder<ShmFrame> other = channel.recordFrames(Long.MAX_VALUE);
        Accounts.awaitSubscriptions(sink, 2);
        for (long n = 1; n <= 3; n++) {
            upstream.nextOnDemand(n);
        }
        upstream.error(new IllegalStateException("the camera fell down"));
        ShmRemoteException error = consumer.awaitError(ShmRemoteException.class);
        assertThat(error.getRemoteClassName()).isEqualTo("java.lang.IllegalStateException");
        assertThat(error.getRemoteMessage()).isEqualTo("the camera fell down");
        assertThat(error.getChannel()).isEqualTo(channel.name());
        assertThat(error.isRetryable()).isFalse();
        assertThat(consumer.items()).isEqualTo(numbers(3));
        other.awaitError(ShmRemoteException.class);
        assertThat(other.awaitItems(3)).allSatisfy(frame -> {
            Payloads.check(frame);
            frame.close();
        });
        assertThatThrownBy(() -> sink.onTerminate().block(END)).isInstanceOf(IllegalStateException.class)
                .hasMessage("the camera fell down");
        assertThat(upstream.cancels()).isZero();
        consumer.verify();
        other.verify();
    }

    @Test
    void anErrorTextOfAnyLengthArrivesCutBetweenTwoCharacters() {
        ShmSink<Long> sink = openSink();
        Recorder<Long> consumer = channel.record(NUMBERS, 1);
        Accounts.awaitSubscriptions(sink, 1);
        String text = "ä€😀".repeat(10_000);
        upstream.error(new IOException(text));
        ShmRemoteException error = consumer.awaitError(ShmRemoteException.class);
        assertThat(error.getRemoteClassName()).isEqualTo("java.io.IOException");
        assertThat(text).startsWith(error.getRemoteMessage());
        // 3,560 bytes at the most, of which the last 3 may not be enough for another character.
        assertThat(error.getRemoteMessage().getBytes(StandardCharsets.UTF_8)).hasSizeBetween(3_557, 3_560);
        assertThatThrownBy(() -> sink.onTerminate().block(END)).hasCauseInstanceOf(IOException.class);
    }

    @Test
    void anErrorWithoutATextArrives() {
        ShmSink<Long> sink = openSink();
        Recorder<Long> consumer = channel.record(NUMBERS, 0);
        Accounts.awaitSubscriptions(sink, 1);
        upstream.error(new IllegalStateException());
        ShmRemoteException error = consumer.awaitError(ShmRemoteException.class);
        assertThat(error.getRemoteClassName()).isEqualTo("java.lang.IllegalStateException");
        assertThat(error.getRemoteMessage()).isNull();
        assertThatThrownBy(() -> sink.onTerminate().block(END)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aDisposedSinkIsALostPeerBehindItsFrames() {
        ShmSink<Long> sink = openSink();
        Recorder<Long> consumer = channel.record(NUMBERS, 2);
        Recorder<Long> late = channel.record(NUMBERS, 0);
        Accounts.awaitSubscriptions(sink, 2);
        late.request(2);
        upstream.awaitRequested(2);
        upstream.next(1L);
        upstream.next(2L);
        consumer.awaitItems(2);
        late.awaitItems(2);
        sink.dispose();
        sink.dispose();
        for (Recorder<Long> recorder : List.of(consumer, late)) {
            ShmPeerLostException error = recorder.awaitError(ShmPeerLostException.class);
            assertThat(error.isRetryable()).isTrue();
            assertThat(recorder.items()).isEqualTo(numbers(2));
            recorder.verify();
        }
        upstream.awaitCancelled();
        assertThat(sink.isDisposed()).isTrue();
        assertThatThrownBy(() -> sink.onTerminate().block(END)).isInstanceOf(ShmCancelledException.class)
                .hasMessageContaining("owner closed it");
        assertThat(upstream.cancels()).isEqualTo(1);
    }

    @Test
    void sendCompletesWhenEveryFrameWasGivenBackAndNotBefore() {
        Recorder<ShmFrame> consumer = channel.recordFrames(Long.MAX_VALUE);
        AtomicBoolean completed = new AtomicBoolean();
        Disposable sending = channel.sink(NUMBERS).send(Flux.range(1, 5).map(Integer::longValue))
                .doOnSuccess(nothing -> completed.set(true)).subscribe();
        consumer.awaitComplete();
        List<ShmFrame> frames = consumer.awaitItems(5);
        frames.subList(0, 4).forEach(ShmFrame::close);
        await().during(Duration.ofMillis(600)).until(() -> !completed.get());
        assertThat(Payloads.check(frames.get(4))).isEqualTo(5);
        frames.get(4).close();
        await().atMost(END).untilTrue(completed);
        assertThat(sending.isDisposed()).isTrue();
        consumer.verify();
    }

    @Test
    void whoEmitsMoreThanItWasAskedForEndsTheStreamWithAnOverflow() {
        ShmSink<Long> sink = openSink();
        Recorder<Long> consumer = channel.record(NUMBERS, 2);
        upstream.awaitRequested(2);
        upstream.next(1L);
        upstream.next(2L);
        upstream.nextUnasked(3L);
        upstream.awaitCancelled();
        assertThat(consumer.awaitError(ShmRemoteException.class)).hasMessageContaining("onBackpressure");
        assertThat(consumer.items()).isEqualTo(numbers(2));
        assertThatThrownBy(() -> sink.onTerminate().block(END)).matches(Exceptions::isOverflow)
                .hasMessageContaining(channel.name());
        consumer.verify();
    }

    @Test
    void aSecondUpstreamIsCancelledAndTheFirstGoesOn() {
        ShmSink<Long> sink = openSink();
        ManualUpstream<Long> second = new ManualUpstream<>();
        second.subscribe(sink);
        second.awaitCancelled();
        Recorder<Long> consumer = channel.record(NUMBERS, Long.MAX_VALUE);
        upstream.nextOnDemand(1L);
        upstream.complete();
        consumer.awaitComplete();
        assertThat(consumer.items()).isEqualTo(numbers(1));
        assertThat(second.requested()).isZero();
        sink.onTerminate().block(END);
    }

    @Test
    void anUpstreamOfADisposedSinkIsCancelledWheneverItComes() {
        disposeWhileSubscribing(300);
    }

    @Tag("storm")
    @Test
    void anUpstreamOfADisposedSinkIsCancelledWheneverItComesStorm() {
        disposeWhileSubscribing(20_000);
    }

    private void disposeWhileSubscribing(int rounds) {
        for (int i = 0; i < rounds; i++) {
            ShmSink<Long> sink = channel.sink(NUMBERS).slots(1).open();
            AtomicInteger cancels = new AtomicInteger();
            Flux<Long> silent = Flux.<Long>never().doOnCancel(cancels::incrementAndGet);
            RaceTestUtils.race(sink::dispose, () -> silent.subscribe(sink));
            await().atMost(END).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1))
                    .until(() -> cancels.get() > 0);
            assertThatThrownBy(() -> sink.onTerminate().block(END)).isInstanceOf(ShmCancelledException.class);
            assertThat(cancels).hasValue(1);
        }
    }
}
