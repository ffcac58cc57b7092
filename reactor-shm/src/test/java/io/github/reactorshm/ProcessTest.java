package io.github.reactorshm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.LongStream;

import io.github.reactorshm.error.ShmRemoteException;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

/** Frames in a function: their order, their number, and who closes them. */
class ProcessTest {

    private static final Payloads NUMBERS = Payloads.varied(0, 400);
    private static final Scheduler WORKERS = Schedulers.newParallel("worker", 4);
    /** Far more than it takes; the machine may be busy. */
    private static final Duration END = Duration.ofMinutes(1);

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);
    private final ManualUpstream<Long> upstream = new ManualUpstream<>();
    private final Semaphore begun = new Semaphore(0);
    private final Semaphore finish = new Semaphore(0);
    private final List<ShmFrame> frames = Collections.synchronizedList(new ArrayList<>());
    private ShmSink<Long> sink;
    private Recorder<Long> stays;

    @AfterAll
    static void disposeOfWorkers() {
        WORKERS.dispose();
    }

    @BeforeEach
    void begin() {
        sink = channel.sink(NUMBERS).open();
        stays = channel.record(NUMBERS, Long.MAX_VALUE);
        Accounts.awaitSubscriptions(sink, 1);
    }

    private void startUpstream() {
        Accounts.awaitSubscriptions(sink, 2);
        upstream.subscribe(sink);
    }

    private void emit(long first, long last) {
        for (long i = first; i <= last; i++) {
            upstream.nextOnDemand(i);
        }
    }

    /** A function that a test holds up. */
    private long holdUp(ShmFrame frame) {
        frames.add(frame);
        begun.release();
        acquire(finish, 1);
        return Payloads.check(frame);
    }

    private static void acquire(Semaphore semaphore, int permits) {
        try {
            assertThat(semaphore.tryAcquire(permits, END.toSeconds(), TimeUnit.SECONDS)).as("permits").isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void completeAndAwaitTheEnd() {
        upstream.complete();
        stays.awaitComplete();
        stays.verify();
        sink.onTerminate().block(END);
        assertThat(sink.freeSlots()).isEqualTo(8);
    }

    private static List<Long> numbers(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4, 8, 32})
    void resultsComeInTheFramesOrderHoweverLongEachTakes(int concurrency) {
        orderUnderDelays(concurrency, 3_000);
    }

    @Tag("storm")
    @ParameterizedTest
    @ValueSource(ints = {2, 4, 32})
    void resultsComeInTheFramesOrderHoweverLongEachTakesStorm(int concurrency) {
        orderUnderDelays(concurrency, 200_000);
    }

    private void orderUnderDelays(int concurrency, int n) {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        Recorder<Long> consumer = Recorder.asking(Long.MAX_VALUE);
        channel.source().frames().process(WORKERS, concurrency, frame -> {
            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
            // From nothing to some tens of microseconds of work.
            long number = 0;
            for (int i = new SplittableRandom(frame.sequence()).nextInt(60); i >= 0; i--) {
                number = Payloads.check(frame);
            }
            inside.decrementAndGet();
            return number;
        }).subscribe(consumer);
        Accounts.awaitSubscriptions(sink, 2);
        Flux.range(1, n).map(Integer::longValue).subscribe(sink);
        consumer.awaitComplete();
        assertThat(consumer.items()).isEqualTo(numbers(1, n));
        assertThat(most).as("frames in the function at once").hasValueLessThanOrEqualTo(concurrency);
        stays.awaitComplete();
        sink.onTerminate().block(END);
        assertThat(sink.freeSlots()).isEqualTo(8);
        consumer.verify();
    }

    @Test
    void nothingRunsWithoutDemandAndNeverMoreThanTheConcurrency() {
        Recorder<Long> consumer = Recorder.asking(0);
        channel.source().frames().process(WORKERS, 3, this::holdUp).subscribe(consumer);
        startUpstream();
        await().during(Duration.ofMillis(400)).until(() -> upstream.requested() == 0 && frames.isEmpty());

        consumer.request(1);
        upstream.awaitRequested(1);
        emit(1, 1);
        acquire(begun, 1);
        consumer.request(6);
        // One frame is inside: two more may be asked for.
        upstream.awaitRequested(3);
        emit(2, 3);
        acquire(begun, 2);
        await().during(Duration.ofMillis(400)).until(() -> upstream.requested() == 3 && sink.heldSlots() == 3);
        assertThat(frames).hasSize(3);

        finish.release(7);
        emit(4, 7);
        assertThat(consumer.awaitItems(7)).isEqualTo(numbers(1, 7));
        await().during(Duration.ofMillis(400)).until(() -> upstream.requested() == 7);
        Accounts.awaitAllBack(sink);
        assertThat(frames).hasSize(7).allMatch(ShmFrame::isClosed);
        upstream.complete();
        consumer.awaitComplete();
        stays.awaitComplete();
        sink.onTerminate().block(END);
        consumer.verify();
    }

    @Test
    void framesBeyondTheDemandWaitInTheRing() {
        // The subscriber that stays is granted the pool before this one comes.
        upstream.subscribe(sink);
        upstream.awaitRequested(8);
        Recorder<Long> consumer = Recorder.asking(2);
        channel.source().frames().process(WORKERS, 8, this::holdUp).subscribe(consumer);
        Accounts.awaitSubscriptions(sink, 2);
        emit(1, 8);
        stays.awaitItems(8);
        acquire(begun, 2);
        finish.release(100);
        assertThat(consumer.awaitItems(2)).isEqualTo(numbers(1, 2));
        await().during(Duration.ofMillis(400)).until(() -> frames.size() == 2 && sink.heldSlots() == 6);
        consumer.request(100);
        assertThat(consumer.awaitItems(8)).isEqualTo(numbers(1, 8));
        Accounts.awaitAllBack(sink);
        upstream.complete();
        consumer.awaitComplete();
        consumer.verify();
        stays.awaitComplete();
        sink.onTerminate().block(END);
    }

    @Test
    void aCancelLeavesFramesToTheWorkersThatReadThem() {
        List<Object> discarded = Collections.synchronizedList(new ArrayList<>());
        Recorder<Long> consumer = Recorder.asking(Long.MAX_VALUE);
        channel.source().frames().process(WORKERS, 3, this::holdUp).doOnDiscard(Long.class, discarded::add)
                .subscribe(consumer);
        startUpstream();
        emit(1, 3);
        acquire(begun, 3);
        consumer.cancel();
        Accounts.awaitSubscriptions(sink, 1);
        assertThat(frames).hasSize(3).noneMatch(ShmFrame::isClosed);
        emit(4, 50);
        stays.awaitItems(50);
        Accounts.awaitHeld(sink, 3);
        assertThat(frames).as("while workers read").noneMatch(ShmFrame::isClosed);

        finish.release(3);
        Accounts.awaitAllBack(sink);
        assertThat(frames).allMatch(ShmFrame::isClosed);
        await().untilAsserted(() -> assertThat(discarded).containsExactlyInAnyOrder(1L, 2L, 3L));
        assertThat(consumer.items()).isEmpty();
        assertThat(consumer.isTerminated()).isFalse();
        consumer.verify();
        completeAndAwaitTheEnd();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aFunctionThatFailsEndsTheStreamBehindEarlierResults(boolean throwing) {
        Recorder<Long> consumer = Recorder.asking(Long.MAX_VALUE);
        channel.source().frames().process(WORKERS, 4, frame -> {
            frames.add(frame);
            if (frame.sequence() == 2) {
                begun.release();
                if (throwing) {
                    throw new IllegalStateException("thrown on purpose");
                }
                return null;
            }
            if (frame.sequence() == 1) {
                // Until after the failure of the one behind it.
                acquire(finish, 1);
            }
            return Payloads.check(frame);
        }).subscribe(consumer);
        startUpstream();
        emit(1, 3);
        acquire(begun, 1);
        assertThat(consumer.isTerminated()).isFalse();
        finish.release();
        Throwable error = consumer.awaitError(Throwable.class);
        if (throwing) {
            assertThat(error).isInstanceOf(IllegalStateException.class).hasMessage("thrown on purpose");
        } else {
            assertThat(error).isInstanceOf(NullPointerException.class).hasMessageContaining("frame 2");
        }
        assertThat(consumer.items()).isEqualTo(numbers(1, 1));
        Accounts.awaitSubscriptions(sink, 1);
        Accounts.awaitAllBack(sink);
        assertThat(frames).allMatch(ShmFrame::isClosed);
        consumer.verify();
        completeAndAwaitTheEnd();
    }

    @Test
    void anErrorOfTheChannelComesBehindResultsThatAreStillMade() {
        Recorder<Long> consumer = Recorder.asking(Long.MAX_VALUE);
        channel.source().frames().process(WORKERS, 2, this::holdUp).subscribe(consumer);
        startUpstream();
        emit(1, 2);
        acquire(begun, 2);
        upstream.error(new IllegalStateException("the camera fell down"));
        stays.awaitError(ShmRemoteException.class);
        assertThat(consumer.isTerminated()).isFalse();
        finish.release(2);
        assertThat(consumer.awaitError(ShmRemoteException.class)).hasMessageContaining("fell down");
        assertThat(consumer.items()).isEqualTo(numbers(1, 2));
        await().until(sink::isDisposed);
        consumer.verify();
    }

    @Test
    void aSchedulerThatTakesNothingIsAnErrorAndTheSlotComesBack() {
        Scheduler disposed = Schedulers.newSingle("disposed");
        disposed.dispose();
        Recorder<Long> consumer = Recorder.asking(Long.MAX_VALUE);
        channel.source().frames().process(disposed, 2, this::holdUp).subscribe(consumer);
        startUpstream();
        emit(1, 2);
        consumer.awaitError(RejectedExecutionException.class);
        assertThat(consumer.items()).isEmpty();
        Accounts.awaitSubscriptions(sink, 1);
        Accounts.awaitAllBack(sink);
        emit(3, 100);
        stays.awaitItems(100);
        consumer.verify();
        completeAndAwaitTheEnd();
    }

    @Test
    void aSchedulerThatNeverRunsWhatItTookLeaksNothingAfterACancel() {
        AtomicReference<Runnable> taken = new AtomicReference<>();
        Scheduler lazy = new Scheduler() {
            @Override
            public Disposable schedule(Runnable task) {
                taken.set(task);
                return () -> {};
            }

            @Override
            public Worker createWorker() {
                throw new UnsupportedOperationException();
            }
        };
        Recorder<Long> consumer = Recorder.asking(Long.MAX_VALUE);
        channel.source().frames().process(lazy, 1, this::holdUp).subscribe(consumer);
        startUpstream();
        emit(1, 1);
        await().until(() -> taken.get() != null);
        Accounts.awaitHeld(sink, 1);
        consumer.cancel();
        Accounts.awaitAllBack(sink);
        taken.get().run();
        assertThat(frames).as("frames in the function after the cancel").isEmpty();
        consumer.verify();
        completeAndAwaitTheEnd();
    }

    @Test
    void whatAFunctionRetainsIsItsOwn() {
        List<ShmFrame> retained = Collections.synchronizedList(new ArrayList<>());
        Recorder<Long> consumer = Recorder.asking(Long.MAX_VALUE);
        channel.source().frames().process(WORKERS, 2, frame -> {
            retained.add(frame.retain());
            return frame.sequence();
        }).subscribe(consumer);
        startUpstream();
        emit(1, 5);
        consumer.awaitItems(5);
        Accounts.awaitHeld(sink, 5);
        consumer.cancel();
        emit(6, 40);
        stays.awaitItems(40);
        for (ShmFrame frame : retained) {
            assertThat(Payloads.check(frame)).isEqualTo(frame.sequence());
            frame.close();
        }
        Accounts.awaitAllBack(sink);
        consumer.verify();
        completeAndAwaitTheEnd();
    }

    @Test
    void resultsComeOnTheWorkersOrOnWhoAsks() throws InterruptedException {
        CountDownLatch all = new CountDownLatch(200);
        List<String> threads = Collections.synchronizedList(new ArrayList<>());
        Disposable subscription = channel.source().frames().process(WORKERS, 2, ShmFrame::sequence)
                .subscribe(n -> {
                    threads.add(Thread.currentThread().getName());
                    all.countDown();
                });
        startUpstream();
        emit(1, 200);
        assertThat(all.await(END.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(threads).allMatch(name -> name.startsWith("worker"));
        subscription.dispose();
        completeAndAwaitTheEnd();
    }

    @Test
    void aConcurrencyOfLessThanOneIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> channel.source().frames().process(WORKERS, 0, ShmFrame::length))
                .withMessageContaining("at least 1").withMessageContaining("0");
        stays.cancel();
        await().until(sink::isDisposed);
    }
}
