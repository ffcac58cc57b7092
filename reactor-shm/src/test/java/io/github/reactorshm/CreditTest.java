package io.github.reactorshm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import io.github.reactorshm.error.ShmCancelledException;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Demand that comes and goes while the sink has credit outstanding. */
class CreditTest {

    private static final Payloads NUMBERS = Payloads.varied(0, 100);
    private static final Duration END = Duration.ofSeconds(30);

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);
    private final ManualUpstream<Long> upstream = new ManualUpstream<>();
    private ShmSink<Long> sink;

    @BeforeEach
    void open() {
        sink = channel.sink(NUMBERS).open();
        upstream.subscribe(sink);
    }

    private void emit(long first, long last) {
        LongStream.rangeClosed(first, last).forEach(upstream::next);
    }

    private static List<Long> numbers(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    @Test
    void D11_whoJoinsWhileCreditIsOutIsOwedWhatComesAndGetsItOnDemand() {
        Recorder<Long> first = channel.record(NUMBERS, 8);
        upstream.awaitRequested(8);
        Recorder<Long> second = channel.record(NUMBERS, 0);
        Accounts.awaitSubscriptions(sink, 2);

        emit(1, 8);
        assertThat(first.awaitItems(8)).isEqualTo(numbers(1, 8));
        Accounts.awaitHeld(sink, 8);
        assertThat(second.size()).as("emitted without demand").isZero();

        second.request(3);
        assertThat(second.awaitItems(3)).isEqualTo(numbers(1, 3));
        Accounts.awaitHeld(sink, 5);
        first.request(8);
        second.request(6);
        // The second has asked for 9 and was given 8: it gates with 1.
        upstream.awaitRequested(9);
        emit(9, 9);
        assertThat(second.awaitItems(9)).isEqualTo(numbers(1, 9));
        assertThat(first.awaitItems(9)).isEqualTo(numbers(1, 9));
        assertThat(upstream.requested()).isEqualTo(9);
        Accounts.awaitAllBack(sink);

        upstream.complete();
        first.awaitComplete();
        second.awaitComplete();
        sink.onTerminate().block(END);
        first.verify();
        second.verify();
    }

    @Test
    void D11_whoLeavesWhileCreditIsOutTakesNothingFromTheOthers() {
        Recorder<Long> stays = channel.record(NUMBERS, 20);
        Recorder<Long> leaves = channel.record(NUMBERS, 8);
        Accounts.awaitSubscriptions(sink, 2);
        upstream.awaitRequested(8);
        emit(1, 3);
        leaves.awaitItems(3);
        leaves.cancel();
        Accounts.awaitSubscriptions(sink, 1);
        emit(4, 8);
        // Now only the demand of 20 gates, and the pool.
        for (long i = 9; i <= 20; i++) {
            upstream.nextOnDemand(i);
        }
        assertThat(stays.awaitItems(20)).isEqualTo(numbers(1, 20));
        Accounts.awaitAllBack(sink);
        assertThat(upstream.requested()).isEqualTo(20);
        assertThat(leaves.items()).isEqualTo(numbers(1, 3));
        assertThat(upstream.cancels()).isZero();
        upstream.complete();
        stays.awaitComplete();
        sink.onTerminate().block(END);
        stays.verify();
        leaves.verify();
    }

    @Test
    void D11_whoLeavesGivesBackWhatItHadNotTakenAtOnceAndTheRestWhenItIsClosed() {
        Recorder<Long> stays = channel.record(NUMBERS, 8);
        upstream.awaitRequested(8);
        Recorder<ShmFrame> leaves = channel.recordFrames(3);
        Accounts.awaitSubscriptions(sink, 2);
        emit(1, 8);
        stays.awaitItems(8);
        List<ShmFrame> frames = leaves.awaitItems(3);
        Accounts.awaitHeld(sink, 8);

        leaves.cancel();
        Accounts.awaitSubscriptions(sink, 1);
        Accounts.awaitHeld(sink, 3);
        stays.request(100);
        // Three slots are still held, and that of the newest frame is not granted while others are.
        upstream.awaitRequested(12);
        for (long i = 9; i <= 13; i++) {
            upstream.nextOnDemand(i);
        }
        stays.awaitItems(13);
        for (int i = 0; i < 3; i++) {
            assertThat(Payloads.check(frames.get(i))).isEqualTo(i + 1);
            frames.get(i).close();
        }
        for (long i = 14; i <= 108; i++) {
            upstream.nextOnDemand(i);
        }
        assertThat(stays.awaitItems(108)).isEqualTo(numbers(1, 108));
        Accounts.awaitAllBack(sink);
        upstream.complete();
        stays.awaitComplete();
        sink.onTerminate().block(END);
    }

    @Test
    void D11_whoStopsAskingGetsWhatItAskedForAndNoMore() {
        Recorder<Long> asks = channel.record(NUMBERS, 50);
        upstream.awaitRequested(8);
        Recorder<Long> stops = channel.record(NUMBERS, 5);
        Accounts.awaitSubscriptions(sink, 2);
        // Granted before the second came: 8 are on their way to both, though one asked for 5 and asks no more.
        emit(1, 8);
        assertThat(stops.awaitItems(5)).isEqualTo(numbers(1, 5));
        assertThat(asks.awaitItems(8)).isEqualTo(numbers(1, 8));
        Accounts.awaitHeld(sink, 3);
        assertThat(upstream.requested()).as("granted against the demand of one").isEqualTo(8);

        upstream.complete();
        asks.awaitComplete();
        assertThat(stops.isTerminated()).as("an end before the frames that are owed").isFalse();
        stops.request(Long.MAX_VALUE);
        stops.awaitComplete();
        assertThat(stops.items()).isEqualTo(numbers(1, 8));
        sink.onTerminate().block(END);
        stops.verify();
        asks.verify();
    }

    @Test
    void D11_whenTheLastLeavesTheUpstreamIsCancelledAndLateElementsDoNoHarm() {
        Recorder<Long> consumer = channel.record(NUMBERS, 8);
        upstream.awaitRequested(8);
        emit(1, 2);
        consumer.awaitItems(2);
        consumer.cancel();
        upstream.awaitCancelled();
        emit(3, 8);
        assertThatThrownBy(() -> sink.onTerminate().block(END)).isInstanceOf(ShmCancelledException.class)
                .hasMessageContaining(channel.name());
        assertThat(upstream.cancels()).isEqualTo(1);
        assertThat(consumer.items()).isEqualTo(numbers(1, 2));
        consumer.verify();
    }

    @Test
    void D11_comingAndGoingInTurnLosesNothing() {
        comeAndGo(300);
    }

    @Tag("storm")
    @Test
    void D11_comingAndGoingInTurnLosesNothingStorm() {
        comeAndGo(20_000);
    }

    /** Each guest joins at some moment, asks in portions, and leaves or stops; one subscriber stays and misses nothing. */
    private void comeAndGo(int guests) {
        Recorder<Long> stays = channel.record(NUMBERS, Long.MAX_VALUE);
        Accounts.awaitSubscriptions(sink, 1);
        SplittableRandom random = new SplittableRandom(guests);
        List<Recorder<Long>> present = new ArrayList<>();
        long next = 1;
        for (int i = 0; i < guests; i++) {
            Recorder<Long> guest = channel.record(NUMBERS, 1 + random.nextInt(10));
            present.add(guest);
            if (random.nextBoolean()) {
                Accounts.awaitSubscriptions(sink, 1 + present.size());
            }
            for (int k = random.nextInt(6); k > 0 && upstream.outstanding() > 0; k--) {
                upstream.next(next++);
            }
            if (random.nextBoolean()) {
                guest.request(1 + random.nextInt(5));
            }
            if (present.size() > random.nextInt(4)) {
                Recorder<Long> leaver = present.remove(random.nextInt(present.size()));
                leaver.cancel();
                assertContiguous(leaver);
            }
        }
        present.forEach(guest -> guest.request(Long.MAX_VALUE));
        Accounts.awaitSubscriptions(sink, 1 + present.size());
        for (int i = 0; i < 100; i++) {
            upstream.nextOnDemand(next++);
        }
        upstream.complete();
        stays.awaitComplete();
        assertThat(stays.items()).isEqualTo(numbers(1, next - 1));
        stays.verify();
        for (Recorder<Long> guest : present) {
            guest.awaitComplete();
            assertContiguous(guest);
        }
        sink.onTerminate().block(END);
    }

    private static void assertContiguous(Recorder<Long> guest) {
        List<Long> items = guest.items();
        IntStream.range(1, items.size()).forEach(i -> assertThat(items.get(i)).isEqualTo(items.get(i - 1) + 1));
        guest.verify();
    }
}
