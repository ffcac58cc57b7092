package io.github.reactorshm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import io.github.reactorshm.codec.TextCodec;
import io.github.reactorshm.error.ShmFrameClosedException;
import io.github.reactorshm.error.ShmReceiveTimeoutException;
import io.github.reactorshm.error.ShmRemoteException;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

class ShmFrameIteratorTest {

    /** For what takes milliseconds; a busy machine may need seconds. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private TestDirectory directory;

    @BeforeEach
    void open() {
        directory = TestDirectory.create();
    }

    @AfterEach
    void close() {
        directory.close();
    }

    private CompletableFuture<Void> send(int slots, Flux<String> texts) {
        return ShmSink.<String>channel("texts").slots(slots).codec(TextCodec.ofSlotSize(32))
                .baseDirectory(directory.path())
                .send(texts).toFuture();
    }

    private static String text(ShmFrame frame) {
        return new String(frame.copy(), java.nio.charset.StandardCharsets.UTF_8);
    }

    private ShmFrames frames() {
        return ShmSource.channel("texts").baseDirectory(directory.path()).frames();
    }

    @Test
    void closesAsItGoesSoThatOneSlotIsEnough() {
        CompletableFuture<Void> sent = send(1, Flux.range(1, 500).map(i -> "text " + i));
        List<Long> sequences = new ArrayList<>();
        ShmFrame before = null;
        try (ShmFrameIterator iterator = frames().iterate(PATIENCE)) {
            while (iterator.hasNext()) {
                if (before != null) {
                    assertThatThrownBy(before::segment).isInstanceOf(ShmFrameClosedException.class);
                }
                ShmFrame frame = iterator.next();
                assertThat(new String(frame.copy(), java.nio.charset.StandardCharsets.UTF_8))
                        .isEqualTo("text " + frame.sequence());
                sequences.add(frame.sequence());
                before = frame;
            }
            assertThatThrownBy(iterator::next).isInstanceOf(NoSuchElementException.class);
        }
        assertThat(sequences).isEqualTo(LongStream.rangeClosed(1, 500).boxed().toList());
        assertThat(sent).succeedsWithin(PATIENCE);
    }

    @Test
    void aStreamOnAVirtualThread() throws Exception {
        CompletableFuture<Void> sent = send(2, Flux.range(1, 500).map(i -> "text " + i));
        CompletableFuture<Long> sum = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try (var stream = frames().stream(PATIENCE)) {
                sum.complete(stream.mapToLong(ShmFrame::sequence).sum());
            } catch (RuntimeException e) {
                sum.completeExceptionally(e);
            }
        });
        assertThat(sum.get(20, TimeUnit.SECONDS)).isEqualTo(500L * 501 / 2);
        assertThat(sent).succeedsWithin(PATIENCE);
    }

    @Test
    void aStreamThatIsMadeParallelStaysInOrderWithItsFramesOpen() {
        CompletableFuture<Void> sent = send(2, Flux.range(1, 500).map(i -> "text " + i));
        try (var stream = frames().stream(PATIENCE)) {
            assertThat(stream.parallel().map(ShmFrameIteratorTest::text).toList())
                    .isEqualTo(IntStream.rangeClosed(1, 500).mapToObj(i -> "text " + i).toList());
        }
        assertThat(sent).succeedsWithin(PATIENCE);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anInterruptEndsAWaitAndLosesNoFrame(boolean virtual) {
        ManualUpstream<String> upstream = new ManualUpstream<>();
        ShmSink<String> sink = ShmSink.<String>channel("texts").slots(2).codec(TextCodec.ofSlotSize(32))
                .baseDirectory(directory.path()).open();
        upstream.subscribe(sink);
        CompletableFuture<List<String>> read = new CompletableFuture<>();
        CompletableFuture<Throwable> interrupted = new CompletableFuture<>();
        CountDownLatch first = new CountDownLatch(1);
        Thread reader = (virtual ? Thread.ofVirtual() : Thread.ofPlatform().daemon()).start(() -> {
            List<String> texts = new ArrayList<>();
            try (ShmFrameIterator iterator = frames().iterate(PATIENCE)) {
                texts.add(text(iterator.next()));
                first.countDown();
                interrupted.complete(catchThrowable(iterator::hasNext));
                // The thread's flag is set, until this clears it.
                texts.add("interrupted " + Thread.interrupted());
                iterator.forEachRemaining(frame -> texts.add(text(frame)));
                read.complete(texts);
            } catch (RuntimeException | Error e) {
                read.completeExceptionally(e);
            }
        });
        upstream.nextOnDemand("text 1");
        await().atMost(PATIENCE).until(() -> first.getCount() == 0);
        reader.interrupt();
        assertThat(interrupted).succeedsWithin(PATIENCE)
                .satisfies(e -> assertThat(e).isInstanceOf(RuntimeException.class)
                        .hasCauseInstanceOf(InterruptedException.class));
        upstream.nextOnDemand("text 2");
        upstream.nextOnDemand("text 3");
        upstream.complete();
        assertThat(read).succeedsWithin(PATIENCE).isEqualTo(List.of("text 1", "interrupted true", "text 2", "text 3"));
        sink.onTerminate().block(PATIENCE);
    }

    @Test
    void aLongWaitIsATimeOutAndMayGoOn() {
        try (ShmFrameIterator iterator = frames().iterate(Duration.ofMillis(50))) {
            assertThatThrownBy(iterator::hasNext).isInstanceOf(ShmReceiveTimeoutException.class)
                    .hasMessageContaining("50 ms");
            CompletableFuture<Void> sent = send(2, Flux.just("late"));
            await().atMost(PATIENCE).ignoreException(ShmReceiveTimeoutException.class).until(iterator::hasNext);
            assertThat(iterator.next().length()).isEqualTo(4);
            await().atMost(PATIENCE).ignoreException(ShmReceiveTimeoutException.class).until(() -> !iterator.hasNext());
            assertThat(sent).succeedsWithin(PATIENCE);
        }
    }

    @Test
    void anErrorComesBehindTheFrames() {
        CompletableFuture<Void> sent = send(4,
                Flux.just("one", "two").concatWith(Mono.error(new IllegalStateException("dark"))));
        try (ShmFrameIterator iterator = frames().iterate(PATIENCE)) {
            assertThat(iterator.next().sequence()).isEqualTo(1);
            assertThat(iterator.next().sequence()).isEqualTo(2);
            assertThatThrownBy(iterator::hasNext).isInstanceOf(ShmRemoteException.class).hasMessageContaining("dark");
        }
        assertThat(sent).failsWithin(PATIENCE);
    }

    @Test
    void closingItGivesEverythingBack() {
        CompletableFuture<Void> sent = send(2, Flux.range(1, 500).map(i -> "text " + i));
        ShmFrameIterator iterator = frames().iterate(PATIENCE);
        ShmFrame kept = iterator.next().retain();
        iterator.close();
        iterator.close();
        assertThatThrownBy(iterator::hasNext).isInstanceOf(IllegalStateException.class);
        assertThat(kept.length()).isEqualTo(6);
        assertThat(new String(kept.copy(), java.nio.charset.StandardCharsets.UTF_8)).isEqualTo("text 1");
        kept.close();
        // Its last subscriber has cancelled.
        assertThat(sent).failsWithin(PATIENCE);
    }

    @Test
    void throwsOnANonBlockingThread() {
        try (ShmFrameIterator iterator = frames().iterate(PATIENCE)) {
            assertThatThrownBy(
                    () -> Mono.fromCallable(iterator::hasNext).subscribeOn(Schedulers.parallel()).block(PATIENCE))
                    .isInstanceOf(IllegalStateException.class).hasMessageContaining("blocks");
        }
    }
}
