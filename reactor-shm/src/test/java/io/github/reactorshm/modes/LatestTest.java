package io.github.reactorshm.modes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmSink;
import io.github.reactorshm.ShmSource;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.CapturedLog;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Subscriptions to the latest frame: what they get, what they skip, and that they pace nobody. */
class LatestTest {

    private static final Payloads NUMBERS = Payloads.varied(0, 100);
    private static final Duration END = Duration.ofSeconds(60);

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);
    private final ManualUpstream<Long> upstream = new ManualUpstream<>();

    private ShmSource<Long> latest() {
        return channel.source(NUMBERS).latest().build();
    }

    private Recorder<Long> record(ShmSource<Long> source, long demand) {
        Recorder<Long> recorder = Recorder.asking(demand);
        source.subscribe(recorder);
        return recorder;
    }

    private ShmSink<Long> open(int slots) {
        ShmSink<Long> sink = channel.sink(NUMBERS).slots(slots).open();
        upstream.subscribe(sink);
        return sink;
    }

    private void emit(long first, long last) {
        LongStream.rangeClosed(first, last).forEach(upstream::nextOnDemand);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 8})
    void D5_receivedAndSkippedArePublishedToTheFrame(int slots) {
        int frames = 20_000;
        ShmSink<Long> sink = channel.sink(NUMBERS).slots(slots).open();
        ShmSource<Long> source = latest();
        List<Long> got = new ArrayList<>();
        Flux<Long> numbers = Flux.from(source).limitRate(1).doOnNext(number -> {
            got.add(number);
            if (number % 7 == 0) {
                // Slower than the source now and then.
                LockSupport.parkNanos(50_000);
            }
        });
        Flux.range(1, frames).map(Long::valueOf).subscribe(sink);
        numbers.blockLast(END);
        sink.onTerminate().block(END);

        assertThat(got).as("in order").isSorted().doesNotHaveDuplicates();
        assertThat(got.getLast()).as("the newest one at the end").isEqualTo(frames);
        assertThat(source.received()).isEqualTo(got.size());
        assertThat(source.received() + source.skipped()).as("since its first frame")
                .isEqualTo(frames - got.getFirst() + 1);
        assertThat(sink.published()).isEqualTo(frames);
        assertThat(sink.freeSlots()).isEqualTo(slots);
    }

    @Test
    void D5_whatIsSkippedShowsAsGaps() {
        ShmSink<Long> sink = open(8);
        ShmSource<Long> source = latest();
        Recorder<Long> viewer = record(source, 1);
        upstream.awaitRequested(8);
        emit(1, 1);
        viewer.awaitItems(1);
        emit(2, 100);
        viewer.request(1);
        assertThat(viewer.awaitItems(2)).containsExactly(1L, 100L);
        assertThat(source.skipped()).isEqualTo(98);
        emit(101, 105);
        upstream.complete();
        viewer.request(1);
        viewer.awaitComplete();
        assertThat(viewer.items()).containsExactly(1L, 100L, 105L);
        assertThat(source.received() + source.skipped()).isEqualTo(105);
        sink.onTerminate().block(END);
    }

    @Test
    void theNewestFrameIsTheOneAtTheTimeOfDemand() {
        ShmSink<Long> sink = open(4);
        Recorder<Long> viewer = record(latest(), 0);
        Accounts.awaitSubscriptions(sink, 1);
        emit(1, 50);
        assertThat(viewer.size()).isZero();
        viewer.request(1);
        assertThat(viewer.awaitItems(1)).containsExactly(50L);
        viewer.request(3);
        emit(51, 53);
        assertThat(viewer.awaitItems(4)).containsExactly(50L, 51L, 52L, 53L);
        sink.dispose();
    }

    @Test
    void itDoesNotPaceALosslessSubscription() {
        ShmSink<Long> sink = open(4);
        Recorder<Long> viewer = record(latest(), 0);
        Recorder<Long> recorder = record(channel.source(NUMBERS).build(), 1_000);
        Accounts.awaitSubscriptions(sink, 2);
        emit(1, 1_000);
        recorder.awaitItems(1_000);
        assertThat(viewer.size()).isZero();
        viewer.request(Long.MAX_VALUE);
        assertThat(viewer.awaitItems(1)).containsExactly(1_000L);
        upstream.complete();
        viewer.awaitComplete();
        recorder.awaitComplete();
    }

    @Test
    void aHolderOfAsManyFramesAsItMayIsNamedAndStopsNobody() {
        try (CapturedLog log = new CapturedLog()) {
            hoard(log);
        }
    }

    private void hoard(CapturedLog log) {
        ShmSink<Long> sink = open(8);
        Recorder<ShmFrame> hoarder = Recorder.asking(Long.MAX_VALUE);
        channel.source().latest().build().subscribe(hoarder);
        Recorder<Long> recorder = record(channel.source(NUMBERS).build(), Long.MAX_VALUE);
        Accounts.awaitSubscriptions(sink, 2);
        emit(1, 500);
        recorder.awaitItems(500);
        // (8 - 1) / 2
        assertThat(hoarder.awaitItems(3)).extracting(ShmFrame::sequence).containsExactly(1L, 2L, 3L);
        await().atMost(END).untilAsserted(() -> assertThat(
                log.lines("channel '" + channel.name() + "'", "subscription 1 (LATEST)", "held 3 frames", "497 newer"))
                .hasSize(1));
        hoarder.items().get(1).close();
        assertThat(hoarder.awaitItems(4).get(3).sequence()).isEqualTo(500);
        upstream.complete();
        hoarder.awaitComplete();
        hoarder.items().forEach(ShmFrame::close);
        sink.onTerminate().block(END);
    }

    @Test
    void aNewcomerBeginsWithTheNextFrameOrWithTheNewest() {
        ShmSink<Long> sink = open(4);
        Recorder<Long> recorder = record(channel.source(NUMBERS).build(), 100);
        Accounts.awaitSubscriptions(sink, 1);
        emit(1, 10);
        recorder.awaitItems(10);
        Recorder<Long> next = record(latest(), 10);
        ShmSource<Long> replaying = channel.source(NUMBERS).replayLatest().build();
        Recorder<Long> newest = record(replaying, 10);
        assertThat(newest.awaitItems(1)).containsExactly(10L);
        Accounts.awaitSubscriptions(sink, 3);
        emit(11, 11);
        assertThat(newest.awaitItems(2)).containsExactly(10L, 11L);
        assertThat(next.awaitItems(1)).containsExactly(11L);
        assertThat(replaying.skipped()).isZero();
        sink.dispose();
    }

    @Test
    void inAPoolOfOneSlotTheLastFrameWaitsForDemandAndTheEndBehindIt() {
        ShmSink<Long> sink = open(1);
        Recorder<Long> viewer = record(latest(), 0);
        upstream.awaitRequested(1);
        emit(1, 1);
        // The slot of the frame that nobody has taken is lent to the next element.
        upstream.awaitRequested(2);
        upstream.complete();
        viewer.request(1);
        viewer.awaitComplete();
        assertThat(viewer.items()).containsExactly(1L);
        sink.onTerminate().block(END);
    }

    @Test
    void aLentSlotIsGivenAnotherInItsPlaceAsSoonAsOneIsFree() {
        ShmSink<Long> sink = open(2);
        Recorder<Long> viewer = record(latest(), 0);
        Recorder<ShmFrame> holder = channel.recordFrames(2);
        Accounts.awaitSubscriptions(sink, 2);
        emit(1, 2);
        List<ShmFrame> held = holder.awaitItems(2);
        held.get(1).close();
        Accounts.awaitHeld(sink, 1);
        holder.request(1);
        upstream.awaitRequested(3);
        viewer.request(1);
        held.get(0).close();
        assertThat(viewer.awaitItems(1)).containsExactly(2L);
        emit(3, 3);
        holder.awaitItems(3).get(2).close();
        sink.dispose();
    }
}
