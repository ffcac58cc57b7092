package io.github.reactorshm;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;

/** An interrupt, wherever it hits, disturbs no other subscription of the process. */
class InterruptTest {

    private static final Payloads NUMBERS = Payloads.varied(0, 300);
    private static final int NEXT_FRAMES = 1_000;
    /** Far more than it takes; the machine may be busy. */
    private static final Duration END = Duration.ofMinutes(1);

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    /** The one that threads are interrupted on: its sink stays open, because one subscriber never leaves. */
    private final Channel hit = Channel.in(DIRECTORY);
    private final Channel other = Channel.in(DIRECTORY);
    private final AtomicLong hitNumber = new AtomicLong();
    private final AtomicLong otherNumber = new AtomicLong();
    private ShmSink<Long> hitSink;
    private ShmSink<Long> otherSink;
    private Recorder<Long> stays;
    private Recorder<Long> untouched;
    private Sinks.Empty<Void> end;

    @BeforeEach
    void begin() {
        end = Sinks.empty();
        hitSink = endless(hit, hitNumber);
        otherSink = endless(other, otherNumber);
        stays = hit.record(NUMBERS, Long.MAX_VALUE);
        untouched = other.record(NUMBERS, 100);
        Accounts.awaitSubscriptions(hitSink, 1);
        untouched.awaitItems(100);
    }

    private ShmSink<Long> endless(Channel channel, AtomicLong number) {
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        Flux.<Long>generate(s -> s.next(number.incrementAndGet())).takeUntilOther(end.asMono())
                .subscribeOn(Schedulers.boundedElastic()).subscribe(sink);
        return sink;
    }

    @AfterEach
    void othersGoOn() {
        int before = untouched.size();
        untouched.request(NEXT_FRAMES);
        untouched.awaitItems(before + NEXT_FRAMES);
        int staysBefore = stays.size();
        stays.awaitAtLeast(staysBefore + NEXT_FRAMES);
        Accounts.awaitAllBack(otherSink);
        end.tryEmitEmpty().orThrow();
        stays.awaitComplete();
        untouched.request(Long.MAX_VALUE);
        untouched.awaitComplete();
        hitSink.onTerminate().block(END);
        otherSink.onTerminate().block(END);
        stays.verify();
        untouched.verify();
        assertThat(untouched.items()).isEqualTo(LongStream.rangeClosed(1, untouched.size()).boxed().toList());
        assertThat(stays.items()).isEqualTo(LongStream.rangeClosed(1, stays.size()).boxed().toList());
    }

    enum Call {
        CLOSE {
            @Override
            void make(Recorder<ShmFrame> consumer, ShmFrame frame) {
                frame.close();
            }
        },
        REQUEST {
            @Override
            void make(Recorder<ShmFrame> consumer, ShmFrame frame) {
                consumer.request(3);
            }
        },
        CANCEL {
            @Override
            void make(Recorder<ShmFrame> consumer, ShmFrame frame) {
                consumer.cancel();
            }
        };

        abstract void make(Recorder<ShmFrame> consumer, ShmFrame frame);
    }

    @ParameterizedTest
    @EnumSource
    void F4_anInterruptInsideACall(Call call) throws InterruptedException {
        interruptInside(call, 60);
    }

    @Tag("storm")
    @ParameterizedTest
    @EnumSource
    void F4_anInterruptInsideACallStorm(Call call) throws InterruptedException {
        interruptInside(call, 3_000);
    }

    private void interruptInside(Call call, int rounds) throws InterruptedException {
        for (int round = 0; round < rounds; round++) {
            Recorder<ShmFrame> consumer = hit.recordFrames(2);
            ShmFrame frame = consumer.awaitItems(2).getFirst();
            // Half of them have the flag set before, which is what an interrupt at the first instruction inside leaves.
            boolean before = round % 2 == 0;
            Thread worker = new Thread(() -> {
                if (before) {
                    Thread.currentThread().interrupt();
                }
                call.make(consumer, frame);
            });
            worker.start();
            worker.interrupt();
            worker.join();
            consumer.cancel();
            // A frame that was being handed over then still comes; once the sink has seen the cancel, none does.
            Accounts.awaitSubscriptions(hitSink, 1);
            consumer.items().forEach(ShmFrame::close);
            consumer.verify();
            assertThat(consumer.isTerminated()).as("a signal after the cancel").isFalse();
        }
    }

    @Test
    void F4_aSchedulerThatIsDisposedOfWhileItsWorkersReadInterruptsThem() throws InterruptedException {
        disposeWhileWorkersRead(20);
    }

    @Tag("storm")
    @Test
    void F4_aSchedulerThatIsDisposedOfWhileItsWorkersReadInterruptsThemStorm() throws InterruptedException {
        disposeWhileWorkersRead(2_000);
    }

    private void disposeWhileWorkersRead(int rounds) throws InterruptedException {
        for (int round = 0; round < rounds; round++) {
            Scheduler scheduler = Schedulers.newParallel("reads", 2);
            CountDownLatch reading = new CountDownLatch(2);
            CountDownLatch interrupted = new CountDownLatch(2);
            Recorder<Long> consumer = Recorder.asking(Long.MAX_VALUE);
            hit.source().frames().process(scheduler, 2, frame -> {
                reading.countDown();
                try {
                    return Payloads.check(frame) + (never() ? 1 : 0);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    interrupted.countDown();
                    return Payloads.check(frame);
                }
            }).subscribe(consumer);
            assertThat(reading.await(END.toSeconds(), TimeUnit.SECONDS)).as("two workers read").isTrue();
            scheduler.dispose();
            assertThat(interrupted.await(END.toSeconds(), TimeUnit.SECONDS)).as("both were interrupted").isTrue();
            consumer.cancel();
            Accounts.awaitSubscriptions(hitSink, 1);
        }
    }

    /** Waits for an interrupt. */
    private static boolean never() throws InterruptedException {
        return new CountDownLatch(1).await(END.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void F4_aSubscriberThatLeavesTheLibrarysThreadInterrupted() {
        AtomicInteger interrupts = new AtomicInteger();
        Recorder<Long> consumer = Recorder.unbounded(n -> {
            interrupts.incrementAndGet();
            Thread.currentThread().interrupt();
        });
        hit.source(NUMBERS).build().subscribe(consumer);
        consumer.awaitAtLeast(NEXT_FRAMES);
        consumer.cancel();
        assertThat(interrupts).hasValueGreaterThanOrEqualTo(NEXT_FRAMES);
        consumer.verify();
        assertThat(List.copyOf(consumer.items())).isSorted();
    }

    @Test
    void F4_anUpstreamThatLeavesItsThreadAndTheLibrarysInterrupted() {
        Channel third = Channel.in(DIRECTORY);
        Recorder<Long> consumer = third.record(NUMBERS, Long.MAX_VALUE);
        // The loop calls request; an element is emitted there, and on a worker behind publishOn.
        third.sink(NUMBERS)
                .send(Flux.range(1, NEXT_FRAMES).map(Integer::longValue)
                        .doOnRequest(n -> Thread.currentThread().interrupt())
                        .doOnNext(n -> Thread.currentThread().interrupt()))
                .block(END);
        consumer.awaitComplete();
        assertThat(consumer.items()).isEqualTo(LongStream.rangeClosed(1, NEXT_FRAMES).boxed().toList());
        consumer.verify();
    }
}
