package io.github.reactorshm.blockhound;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.ServiceLoader;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmSink;
import io.github.reactorshm.codec.BytesCodec;
import io.github.reactorshm.error.ShmConnectTimeoutException;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.loop.ReactorShmBlockHoundIntegration;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.reactivestreams.Subscription;
import reactor.blockhound.BlockHound;
import reactor.blockhound.BlockingOperationError;
import reactor.blockhound.integration.BlockHoundIntegration;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** No call of either end blocks a thread that must not block, nor do the library's own threads where they must not. */
@Tag("blockhound")
class NonBlockingTest {

    /** For what takes milliseconds; a busy machine, with BlockHound in it, may need many seconds. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final BytesCodec CODEC = BytesCodec.ofSlotSize(64);

    /** Every blocking call, also those whose error an operator swallows. */
    private static final Queue<String> CAUGHT = new ConcurrentLinkedQueue<>();

    private TestDirectory directory;
    private Channel channel;

    @BeforeAll
    static void install() {
        BlockHound.install((BlockHoundIntegration) builder -> builder.blockingMethodCallback(method -> {
            BlockingOperationError error = new BlockingOperationError(method);
            CAUGHT.add(method + " on " + Thread.currentThread().getName() + " at "
                    + List.of(error.getStackTrace()).subList(0, Math.min(25, error.getStackTrace().length)));
            throw error;
        }));
    }

    @BeforeEach
    void open() {
        CAUGHT.clear();
        directory = TestDirectory.create();
        channel = Channel.in(directory);
    }

    @AfterEach
    void nothingBlockedAndNothingIsLeft() {
        directory.close();
        assertThat(CAUGHT).isEmpty();
    }

    private static <T> T onParallel(Mono<T> mono) {
        return mono.subscribeOn(Schedulers.parallel()).block(PATIENCE);
    }

    @Test
    void theCanaryIsCaught() {
        assertThatThrownBy(() -> onParallel(Mono.fromRunnable(() -> {
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }))).hasCauseInstanceOf(BlockingOperationError.class);
        assertThat(CAUGHT).hasSize(1);
        CAUGHT.clear();
    }

    @Test
    void theLibrarysIntegrationIsFound() {
        assertThat(ServiceLoader.load(BlockHoundIntegration.class))
                .hasAtLeastOneElementOfType(ReactorShmBlockHoundIntegration.class);
    }

    @Test
    void theSpinThatALoopMayDoIsCaughtWhereverElseItIsDone() throws Exception {
        Method pause = Class.forName("io.github.reactorshm.loop.LoopThread").getDeclaredMethod("pause");
        pause.setAccessible(true);
        onParallel(Mono.fromCallable(() -> pause.invoke(null)));
        assertThat(CAUGHT).isEmpty();
        assertThatThrownBy(() -> onParallel(Mono.fromRunnable(Thread::onSpinWait)))
                .hasCauseInstanceOf(BlockingOperationError.class);
        assertThat(CAUGHT).hasSize(1);
        CAUGHT.clear();
    }

    @Test
    void openThrowsWhereItMustNotBlock() {
        assertThatThrownBy(() -> onParallel(Mono.fromCallable(() -> channel.sink(CODEC).open())))
                .isInstanceOf(IllegalStateException.class).hasMessageContaining("openLater()");
    }

    @RepeatedTest(3)
    void bothEndsOnParallelThreads() {
        Mono<Void> sending = channel.sink(CODEC)
                .send(Flux.range(0, 2_000).map(i -> new byte[]{(byte) (int) i}).publishOn(Schedulers.parallel()))
                .subscribeOn(Schedulers.parallel());
        Flux<byte[]> receiving = Flux.from(channel.source(CODEC).build()).publishOn(Schedulers.parallel())
                .subscribeOn(Schedulers.parallel());
        Long received = Mono.zip(sending.thenReturn(true), receiving.count()).block(PATIENCE).getT2();
        assertThat(received).isEqualTo(2_000);
    }

    @Test
    void emissionEncodingAndDecodingOnTheLibrarysOwnThreads() {
        Mono<Void> sending = channel.sink(CODEC).send(Flux.range(0, 2_000).map(i -> new byte[]{(byte) (int) i}));
        Long received = Mono.zip(sending.thenReturn(true), Flux.from(channel.source(CODEC).build()).count())
                .block(PATIENCE)
                .getT2();
        assertThat(received).isEqualTo(2_000);
    }

    @Test
    void processOnParallelThreads() {
        Mono<Void> sending = channel.sink(CODEC).send(Flux.range(0, 2_000).map(i -> new byte[]{(byte) (int) i}));
        Flux<Long> results = channel.source().frames().process(Schedulers.parallel(), 2, ShmFrame::sequence);
        Long received = Mono.zip(sending.thenReturn(true), results.count()).block(PATIENCE).getT2();
        assertThat(received).isEqualTo(2_000);
    }

    @Test
    void openingSubscribingRequestingClosingCancellingAndDisposing() {
        ShmSink<byte[]> sink = onParallel(channel.sink(CODEC).openLater());
        List<ShmFrame> frames = new ArrayList<>();
        BaseSubscriber<ShmFrame> reader = new BaseSubscriber<>() {
            @Override
            protected void hookOnSubscribe(Subscription s) {
                s.request(1);
            }

            @Override
            protected void hookOnNext(ShmFrame frame) {
                synchronized (frames) {
                    frames.add(frame);
                }
            }
        };
        onParallel(Mono.fromRunnable(() -> channel.source().build().subscribe(reader)));
        onParallel(Mono.fromRunnable(
                () -> Flux.range(0, 1_000_000).map(i -> new byte[]{(byte) (int) i}).subscribe(sink)));
        onParallel(Mono.fromRunnable(() -> reader.request(4)));
        await().atMost(PATIENCE).until(() -> {
            synchronized (frames) {
                return frames.size() == 5;
            }
        });
        onParallel(Mono.fromRunnable(() -> frames.subList(0, 3).forEach(ShmFrame::close)));
        onParallel(Mono.fromRunnable(() -> frames.get(4).retain().close()));
        onParallel(Mono.fromRunnable(reader::cancel));
        onParallel(Mono.fromRunnable(() -> frames.forEach(ShmFrame::close)));
        onParallel(Mono.fromRunnable(sink::dispose));
        assertThatThrownBy(() -> onParallel(sink.onTerminate())).isInstanceOf(ShmException.class);
    }

    @Test
    void acquiringPublishingAndCompleting() throws Exception {
        ShmSink<byte[]> sink = onParallel(channel.sink(CODEC).openLater());
        var received = Flux.from(channel.source(CODEC).build()).subscribeOn(Schedulers.parallel()).count().toFuture();
        Flux.range(0, 100).concatMap(i -> sink.acquire().publishOn(Schedulers.parallel()).doOnNext(slot -> {
            slot.segment().fill((byte) 1);
            slot.publish(64);
        }), 1).subscribeOn(Schedulers.parallel()).blockLast(PATIENCE);
        onParallel(Mono.fromRunnable(sink::complete));
        assertThat(received.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(100);
        onParallel(sink.onTerminate());
    }

    @Test
    void waitingForAChannelThatDoesNotExist() {
        Flux<byte[]> waiting = Flux.from(channel.source(CODEC).connectTimeout(Duration.ofMillis(300)).build())
                .subscribeOn(Schedulers.parallel());
        assertThatThrownBy(() -> waiting.blockLast(PATIENCE)).isInstanceOf(ShmConnectTimeoutException.class);
    }

    @Test
    void cancelledSendingAndCancelledOpening() {
        for (int i = 0; i < 10; i++) {
            onParallel(Mono.fromRunnable(() -> channel.sink(CODEC).send(Flux.never()).subscribe().dispose()));
            onParallel(Mono.fromRunnable(() -> channel.sink(CODEC).openLater().subscribe().dispose()));
        }
    }
}
