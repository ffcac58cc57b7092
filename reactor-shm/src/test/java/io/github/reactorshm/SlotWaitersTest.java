package io.github.reactorshm;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import io.github.reactorshm.codec.BytesCodec;
import io.github.reactorshm.error.ShmAcquireTimeoutException;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Hooks;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;
import reactor.test.util.RaceTestUtils;
import reactor.util.Logger;
import reactor.util.Loggers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Waiters for slots that leave, or are out of time, at the moment when they are given one: nothing is left behind. */
class SlotWaitersTest {

    private static final Logger LOG = Loggers.getLogger(SlotWaitersTest.class);
    /** For what takes milliseconds; a busy machine may need seconds. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final int SLOTS = 4;
    private static final int WAITERS = 10_000;

    /** A slot that Reactor drops, since it came to a subscriber that was leaving: it is nobody's, so the test aborts it. */
    private final Queue<ShmSlot> dropped = new ConcurrentLinkedQueue<>();
    private final AtomicInteger given = new AtomicInteger();
    private TestDirectory directory;
    private ShmSink<byte[]> sink;
    private Disposable reading;

    @BeforeEach
    void open() {
        directory = TestDirectory.create();
        sink = ShmSink.<byte[]>channel("slots").slots(SLOTS).codec(BytesCodec.ofSlotSize(64))
                .baseDirectory(directory.path()).open();
        reading = Flux.from(ShmSource.channel("slots").baseDirectory(directory.path()).frames())
                .doOnNext(ShmFrame::close).subscribe();
        Hooks.onNextDropped(element -> dropped.add((ShmSlot) element));
    }

    @AfterEach
    void nothingIsLeft() {
        try {
            await().atMost(PATIENCE).untilAsserted(() -> {
                dropped.forEach(ShmSlot::close);
                assertThat(sink.freeSlots() + sink.credit()).isEqualTo(SLOTS);
            });
            Accounts.awaitAllBack(sink);
            assertThat(sink.waiters()).isZero();
            assertThat(sink.keptSlots()).isZero();
            // Each is there once.
            Queue<ShmSlot> all = new ArrayDeque<>();
            for (int i = 0; i < SLOTS; i++) {
                all.add(sink.acquire(PATIENCE));
            }
            assertThat(sink.tryAcquire()).isEmpty();
            all.forEach(ShmSlot::abort);
        } finally {
            Hooks.resetOnNextDropped();
            reading.dispose();
            sink.dispose();
            directory.close();
        }
    }

    @Test
    void tenThousandThatAreCancelledAsASlotComesFree() {
        int drops = 0;
        AtomicInteger kept = new AtomicInteger();
        Queue<ShmSlot> taken = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < WAITERS; i++) {
            drops += takeAll(taken);
            Disposable waiting = sink.acquire().subscribe(slot -> {
                kept.incrementAndGet();
                taken.add(slot);
            });
            ShmSlot last = taken.remove();
            // The loop takes a while until it passes the slot on; sometimes the cancel comes before, sometimes after it.
            RaceTestUtils.race(last::abort, () -> {
                spin();
                waiting.dispose();
            });
        }
        drops += takeAll(taken);
        taken.forEach(ShmSlot::abort);
        LOG.info(WAITERS + " waiters that were cancelled as a slot came free: " + kept + " got one, and " + drops
                + " slots were dropped by Reactor");
        assertThat(kept).as("waiters that got a slot").hasValueBetween(1, WAITERS - 1);
    }

    /** The last waiter's slot may still be on its way to it. Returns how many were dropped on it. */
    private int takeAll(Queue<ShmSlot> taken) {
        int drops = 0;
        while (taken.size() < SLOTS) {
            for (ShmSlot slot = dropped.poll(); slot != null; slot = dropped.poll()) {
                slot.abort();
                drops++;
            }
            sink.tryAcquire().ifPresent(taken::add);
        }
        return drops;
    }

    @Test
    void tenThousandThatAreOutOfTimeAsSlotsComeAndGo() {
        AtomicInteger late = new AtomicInteger();
        Mono<?> blocking = Flux.range(0, 4).flatMap(thread -> Mono.fromRunnable(() -> IntStream.range(0, WAITERS / 8)
                .forEach(i -> useOne(late))).subscribeOn(Schedulers.boundedElastic())).then();
        Mono<?> asynchronous = Flux.range(0, WAITERS / 2).flatMap(i -> sink.acquire()
                .timeout(Duration.ofMillis(1), Mono.empty()).doOnNext(this::use).switchIfEmpty(Mono.fromRunnable(
                        late::incrementAndGet)),
                64).then();
        Mono.when(blocking, asynchronous).block(PATIENCE);
        LOG.info(WAITERS + " waiters with a time-out: " + given + " got a slot, " + late + " were too late, and "
                + dropped.size() + " slots were dropped by Reactor");
        assertThat(given.get() + late.get()).as("each waiter has got a slot or was told").isEqualTo(WAITERS);
        assertThat(given).hasPositiveValue();
        assertThat(late).hasPositiveValue();
        await().atMost(PATIENCE).until(() -> sink.waiters() == 0);
    }

    private static void spin() {
        long wait = ThreadLocalRandom.current().nextLong(200_000);
        long start = System.nanoTime();
        while (System.nanoTime() - start < wait) {
            Thread.onSpinWait();
        }
    }

    private void useOne(AtomicInteger late) {
        try {
            use(sink.acquire(Duration.ofMillis(1)));
        } catch (ShmAcquireTimeoutException e) {
            late.incrementAndGet();
        }
    }

    /** Publishes every second one, after a while in which others wait. */
    private void use(ShmSlot slot) {
        spin();
        if (given.getAndIncrement() % 2 == 0) {
            slot.publish(8);
        } else {
            slot.abort();
        }
    }
}
