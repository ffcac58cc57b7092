package io.github.reactorshm;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class BlockedConsumerTest {

    private static final Payloads PICTURES = Payloads.full(0, Payloads.CAMERA);
    private static final Duration FRAME = Duration.ofNanos(1_000_000_000 / 60);
    private static final int FRAMES_IN_4_SECONDS = 240;
    private static final long MIB = 1 << 20;
    /** Ten times what it takes: the machine may be doing much else. */
    private static final long PATIENCE_SECONDS = 60;

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);
    private final CountDownLatch blocked = new CountDownLatch(1);
    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicLong asked = new AtomicLong();
    private final AtomicInteger dropped = new AtomicInteger();
    private final CountDownLatch twentyAfter = new CountDownLatch(20);
    private final List<Long> seen = Collections.synchronizedList(new ArrayList<>());

    private Long checkSlowly(ShmFrame frame) {
        blocked.countDown();
        try {
            assertThat(release.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return Payloads.check(frame);
    }

    static Stream<Named<BiFunction<BlockedConsumerTest, Channel, Flux<Long>>>> consumers() {
        return Stream.of(
                Named.of("the library's thread is blocked",
                        (test, c) -> Flux.from(c.source().build()).map(frame -> {
                            try (frame) {
                                return test.checkSlowly(frame);
                            }
                        })),
                Named.of("a worker is blocked",
                        (test, c) -> c.source().frames().process(Schedulers.parallel(), 1, test::checkSlowly)));
    }

    @ParameterizedTest
    @MethodSource("consumers")
    void D1_aConsumerThatIsBlockedForFourSecondsHoldsThePoolAndNothingElse(
            BiFunction<BlockedConsumerTest, Channel, Flux<Long>> consumer) throws InterruptedException {
        ShmSink<Long> sink = channel.sink(PICTURES).open();
        AtomicLong number = new AtomicLong();
        AtomicInteger mostBusy = new AtomicInteger();
        Flux.interval(FRAME).doOnNext(tick -> mostBusy.accumulateAndGet(sink.slots() - sink.freeSlots(), Math::max))
                .onBackpressureDrop(tick -> dropped.incrementAndGet()).doOnRequest(asked::addAndGet)
                .map(tick -> number.incrementAndGet()).subscribe(sink);
        Disposable consuming = consumer.apply(this, channel).subscribe(n -> {
            seen.add(n);
            if (dropped.get() >= FRAMES_IN_4_SECONDS) {
                twentyAfter.countDown();
            }
        });

        assertThat(blocked.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();
        long most = sink.slots();
        // Every slot is in use as soon as the frames that were asked for have come.
        await().until(() -> sink.freeSlots() == 0 || sink.credit() == 0);
        long askedBefore = asked.get();
        long heapBefore = heapAfterCollection();
        int droppedBefore = dropped.get();
        await().atMost(Duration.ofSeconds(PATIENCE_SECONDS))
                .until(() -> dropped.get() - droppedBefore >= FRAMES_IN_4_SECONDS);
        assertThat(asked.get() - askedBefore).as("elements asked for meanwhile").isZero();
        assertThat(sink.credit()).as("credit").isZero();
        await().atMost(Duration.ofSeconds(PATIENCE_SECONDS)).untilAsserted(
                () -> assertThat(heapAfterCollection() - heapBefore).as("growth of the heap").isLessThan(MIB));

        release.countDown();
        assertThat(twentyAfter.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("the stream goes on").isTrue();
        assertThat(mostBusy.get()).as("busy slots").isLessThanOrEqualTo((int) most);
        consuming.dispose();
        await().until(sink::isDisposed);
        assertThat(seen).as("elements").isEqualTo(LongStream.rangeClosed(1, seen.size()).boxed().toList());
    }

    private static long heapAfterCollection() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
