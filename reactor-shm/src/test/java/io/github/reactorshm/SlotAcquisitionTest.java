package io.github.reactorshm;

import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

import io.github.reactorshm.codec.BytesCodec;
import io.github.reactorshm.error.ShmAcquireTimeoutException;
import io.github.reactorshm.error.ShmCancelledException;
import io.github.reactorshm.error.ShmFrameTooLargeException;
import io.github.reactorshm.error.ShmRemoteException;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.StepVerifier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** A sink that has no publisher gives out slots. */
class SlotAcquisitionTest {

    /** For what takes milliseconds; a busy machine may need seconds. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int SLOTS = 4;

    private TestDirectory directory;
    private ShmSink<byte[]> sink;

    @BeforeEach
    void open() {
        directory = TestDirectory.create();
        sink = ShmSink.<byte[]>channel("slots").slots(SLOTS).codec(BytesCodec.ofSlotSize(64))
                .baseDirectory(directory.path()).open();
    }

    @AfterEach
    void close() {
        sink.dispose();
        directory.close();
    }

    private ShmFrames frames() {
        return ShmSource.channel("slots").baseDirectory(directory.path()).frames();
    }

    private CompletableFuture<List<Long>> collect() {
        return Flux.from(frames()).map(frame -> {
            try (frame) {
                return frame.segment().get(ValueLayout.JAVA_LONG, 0);
            }
        }).collectList().toFuture();
    }

    private static void publish(ShmSlot slot, long value) {
        slot.segment().set(ValueLayout.JAVA_LONG, 0, value);
        slot.publish(Long.BYTES, value);
    }

    @Test
    void whatIsPublishedArrivesInOrderAndThenTheCompletion() throws Exception {
        CompletableFuture<List<Long>> received = collect();
        List<Long> sent = new ArrayList<>();
        for (long i = 0; i < 1_000; i++) {
            publish(sink.acquire(PATIENCE), i);
            sent.add(i);
        }
        sink.complete();
        assertThat(received.get(20, java.util.concurrent.TimeUnit.SECONDS)).isEqualTo(sent);
        sink.onTerminate().block(PATIENCE);
    }

    @Test
    void noSlotIsGivenWithoutDemand() {
        assertThat(sink.tryAcquire()).isEmpty();
        assertThatThrownBy(() -> sink.acquire(Duration.ofMillis(20))).isInstanceOf(ShmAcquireTimeoutException.class)
                .hasMessageContaining("20 ms").hasMessageContaining("demand");
    }

    @Test
    void tenThousandCancelledWaitersLeaveNothingBehind() {
        sink.tryAcquire();
        for (int i = 0; i < 5_000; i++) {
            sink.acquire().subscribe().dispose();
        }
        Flux.range(0, 5_000).flatMap(i -> sink.acquire().timeout(Duration.ofMillis(1), Mono.empty()), 5_000)
                .blockLast(PATIENCE);
        assertThat(sink.waiters()).isZero();
        Disposable reading = Flux.from(frames()).doOnNext(ShmFrame::close).subscribe();
        // Every slot is still there for those who want one.
        for (int i = 0; i < SLOTS * 10; i++) {
            publish(sink.acquire(PATIENCE), i);
        }
        await().atMost(PATIENCE)
                .until(() -> sink.heldSlots() == 0 && sink.credit() + sink.freeSlots() == SLOTS && sink.credit() > 0);
        reading.dispose();
    }

    @Test
    void everySlotCanBeHadAtOnceThatOfTheNewestFrameToo() {
        Disposable reading = Flux.from(frames()).doOnNext(ShmFrame::close).subscribe();
        publish(sink.acquire(PATIENCE), 1);
        await().atMost(PATIENCE).until(() -> sink.heldSlots() == 0);
        List<ShmSlot> slots = IntStream.range(0, SLOTS).mapToObj(i -> sink.acquire(PATIENCE)).toList();
        assertThat(sink.tryAcquire()).isEmpty();
        slots.forEach(ShmSlot::abort);
        reading.dispose();
    }

    @Test
    void anAbortedSlotIsGivenOutAgain() {
        Disposable reading = Flux.from(frames()).doOnNext(ShmFrame::close).subscribe();
        for (int i = 0; i < SLOTS * 10; i++) {
            try (ShmSlot slot = sink.acquire(PATIENCE)) {
                assertThat(slot.segment().byteSize()).isEqualTo(64);
            }
        }
        assertThat(sink.published()).isZero();
        reading.dispose();
    }

    @Test
    void severalThreadsPublishAtOnce() throws Exception {
        CompletableFuture<List<Long>> received = collect();
        AtomicLong next = new AtomicLong();
        int each = 500;
        Flux.range(0, 4).flatMap(i -> Mono.fromRunnable(() -> {
            for (int n = 0; n < each; n++) {
                publish(sink.acquire(PATIENCE), next.getAndIncrement());
            }
        }).subscribeOn(Schedulers.boundedElastic())).blockLast(PATIENCE);
        sink.complete();
        assertThat(received.get(20, java.util.concurrent.TimeUnit.SECONDS)).hasSize(4 * each).doesNotHaveDuplicates();
    }

    @Test
    void aFailureArrivesBehindTheFrames() {
        StepVerifier.create(Flux.from(frames()).map(frame -> {
            try (frame) {
                return frame.tag();
            }
        })).then(() -> publish(sink.acquire(PATIENCE), 7)).expectNext(7L)
                .then(() -> sink.fail(new IllegalStateException("dark")))
                .expectErrorSatisfies(
                        e -> assertThat(e).isInstanceOf(ShmRemoteException.class).hasMessageContaining("dark"))
                .verify(PATIENCE);
    }

    @Test
    void publishingAfterTheEndIsATypedErrorAndWaitersAreTold() {
        BaseSubscriber<ShmFrame> reader = new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(org.reactivestreams.Subscription s) {
                request(1);
            }
        };
        frames().subscribe(reader);
        ShmSlot slot = sink.acquire(PATIENCE);
        CompletableFuture<ShmSlot> waiting = sink.acquire().toFuture();
        reader.cancel();
        await().atMost(PATIENCE).until(sink::isDisposed);
        assertThatThrownBy(() -> slot.publish(1)).isInstanceOf(ShmCancelledException.class);
        assertThatThrownBy(slot::segment).isInstanceOf(IllegalStateException.class);
        assertThat(waiting).failsWithin(PATIENCE).withThrowableThat().havingRootCause()
                .isInstanceOf(ShmCancelledException.class);
        assertThatThrownBy(() -> sink.tryAcquire()).isInstanceOf(ShmCancelledException.class);
    }

    @Test
    void waitersAreToldOfACompletionThatItselfWaitsForASubscriber() {
        CompletableFuture<ShmSlot> waiting = sink.acquire().toFuture();
        sink.complete();
        assertThat(waiting).failsWithin(PATIENCE).withThrowableThat()
                .withCauseInstanceOf(ShmCancelledException.class).withMessageContaining("has completed");
        assertThat(sink.isDisposed()).isFalse();
    }

    @Test
    void waitersAreToldOfAFailureWhileFramesAreHeld() {
        List<ShmFrame> held = new java.util.concurrent.CopyOnWriteArrayList<>();
        Disposable reading = Flux.from(frames()).subscribe(held::add, e -> {});
        for (int i = 0; i < SLOTS; i++) {
            publish(sink.acquire(PATIENCE), i);
        }
        CompletableFuture<ShmSlot> waiting = sink.acquire().toFuture();
        sink.fail(new IllegalStateException("dark"));
        assertThat(waiting).failsWithin(PATIENCE).withThrowableThat()
                .withCauseInstanceOf(ShmCancelledException.class).withMessageContaining("dark");
        assertThat(sink.isDisposed()).isFalse();
        await().atMost(PATIENCE).until(() -> held.size() == SLOTS);
        held.forEach(ShmFrame::close);
        reading.dispose();
    }

    @Test
    void aWrongLengthIsRefusedAndTheSlotStaysUsable() {
        Disposable reading = Flux.from(frames()).doOnNext(ShmFrame::close).subscribe();
        ShmSlot slot = sink.acquire(PATIENCE);
        assertThatThrownBy(() -> slot.publish(65)).isInstanceOf(ShmFrameTooLargeException.class);
        assertThatThrownBy(() -> slot.publish(-1)).isInstanceOf(IllegalArgumentException.class);
        slot.publish(64);
        assertThatThrownBy(() -> slot.publish(1)).isInstanceOf(IllegalStateException.class);
        reading.dispose();
    }

    @Test
    void blockingAcquireThrowsOnANonBlockingThread() {
        assertThatThrownBy(() -> Mono.fromCallable(() -> sink.acquire(PATIENCE)).subscribeOn(Schedulers.parallel())
                .block(PATIENCE)).isInstanceOf(IllegalStateException.class).hasMessageContaining("acquire()");
    }

    @Test
    void aSinkIsEitherSubscribedOrGivesOutSlots() {
        sink.tryAcquire();
        assertThat(sink.credit()).isZero();
        ShmSink<byte[]> other = ShmSink.<byte[]>channel("other").codec(BytesCodec.ofSlotSize(8))
                .baseDirectory(directory.path()).open();
        Flux.<byte[]>never().subscribe(other);
        assertThatThrownBy(other::tryAcquire).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("publisher");
        other.dispose();
    }
}
