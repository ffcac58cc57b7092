package io.github.reactorshm.modes;

import java.io.IOException;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmFrames;
import io.github.reactorshm.ShmSink;
import io.github.reactorshm.ShmSource;
import io.github.reactorshm.error.ShmCancelledException;
import io.github.reactorshm.error.ShmPeerLostException;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.RawConsumer;
import io.github.reactorshm.testkit.RawMessage;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Channels that wait for subscribers, outlive them, and end in good order. */
class OpenChannelTest {

    private static final Payloads NUMBERS = Payloads.varied(0, 100);
    private static final Duration END = Duration.ofSeconds(60);

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);
    private final ManualUpstream<Long> upstream = new ManualUpstream<>();

    private void emit(long first, long last) {
        LongStream.rangeClosed(first, last).forEach(upstream::nextOnDemand);
    }

    private static List<Long> numbers(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    private ShmSink<Long> keptOpen() {
        ShmSink<Long> sink = channel.sink(NUMBERS).keepOpen().open();
        upstream.subscribe(sink);
        return sink;
    }

    @Test
    void D11_theNextSubscriberGetsFirstWhatWasUnderWayWhenTheLastOneLeft() {
        ShmSink<Long> sink = keptOpen();
        Recorder<Long> first = channel.record(NUMBERS, 5);
        upstream.awaitRequested(5);
        emit(1, 2);
        first.awaitItems(2);
        first.cancel();
        Accounts.awaitSubscriptions(sink, 0);
        emit(3, 5);
        await().untilAsserted(() -> assertThat(sink.waitingFrames()).isEqualTo(3));
        assertThat(upstream.cancels()).isZero();

        Recorder<Long> second = channel.record(NUMBERS, 0);
        Accounts.awaitSubscriptions(sink, 1);
        assertThat(second.size()).as("emitted without demand").isZero();
        second.request(4);
        upstream.awaitRequested(6);
        emit(6, 6);
        assertThat(second.awaitItems(4)).isEqualTo(numbers(3, 6));
        Accounts.awaitAllBack(sink);
        upstream.complete();
        second.awaitComplete();
        sink.onTerminate().block(END);
    }

    @Test
    void D11_aGroupAndASubscriptionToTheLatestFrameTakeOverTheSameWay() {
        ShmSink<Long> sink = keptOpen();
        Recorder<Long> first = channel.record(NUMBERS, 4);
        upstream.awaitRequested(4);
        first.cancel();
        Accounts.awaitSubscriptions(sink, 0);
        emit(1, 2);
        await().untilAsserted(() -> assertThat(sink.waitingFrames()).isEqualTo(2));
        Recorder<Long> member = Recorder.asking(2);
        channel.source(NUMBERS).group("a").build().subscribe(member);
        assertThat(member.awaitItems(2)).isEqualTo(numbers(1, 2));
        member.cancel();
        Accounts.awaitSubscriptions(sink, 0);

        emit(3, 4);
        await().untilAsserted(() -> assertThat(sink.waitingFrames()).isEqualTo(2));
        Recorder<Long> viewer = Recorder.asking(5);
        ShmSource<Long> latest = channel.source(NUMBERS).latest().build();
        latest.subscribe(viewer);
        assertThat(viewer.awaitItems(1)).containsExactly(4L);
        await().untilAsserted(() -> assertThat(sink.waitingFrames()).isZero());
        sink.dispose();
    }

    @Test
    void anOpenChannelThatIsCompletedWaitsForWhoeverTakesTheRest() {
        ShmSink<Long> sink = keptOpen();
        Recorder<Long> first = channel.record(NUMBERS, 2);
        upstream.awaitRequested(2);
        first.cancel();
        Accounts.awaitSubscriptions(sink, 0);
        emit(1, 2);
        upstream.complete();
        Recorder<Long> second = channel.record(NUMBERS, 2);
        second.awaitComplete();
        assertThat(second.items()).isEqualTo(numbers(1, 2));
        sink.onTerminate().block(END);
    }

    @Test
    void anOpenChannelWithNobodyThereAndNothingLeftCompletes() {
        ShmSink<Long> sink = keptOpen();
        Recorder<Long> first = channel.record(NUMBERS, 1);
        emit(1, 1);
        first.awaitItems(1);
        first.cancel();
        Accounts.awaitSubscriptions(sink, 0);
        upstream.complete();
        sink.onTerminate().block(END);
    }

    @Test
    void whatAGroupsLastMemberLeftWaitsForTheNextOneAlsoWhenTheUpstreamIsDone() {
        ShmSink<Long> sink = keptOpen();
        Recorder<Long> first = Recorder.asking(3);
        channel.source(NUMBERS).group("a").build().subscribe(first);
        upstream.awaitRequested(3);
        first.cancel();
        Accounts.awaitSubscriptions(sink, 0);
        Recorder<Long> asksForNothing = Recorder.asking(0);
        channel.source(NUMBERS).group("a").build().subscribe(asksForNothing);
        Accounts.awaitSubscriptions(sink, 1);
        emit(1, 3);
        await().untilAsserted(() -> assertThat(sink.waitingFrames()).isEqualTo(3));
        asksForNothing.cancel();
        Accounts.awaitSubscriptions(sink, 0);
        upstream.complete();
        Recorder<Long> second = Recorder.asking(3);
        channel.source(NUMBERS).group("a").build().subscribe(second);
        second.awaitComplete();
        assertThat(second.items()).isEqualTo(numbers(1, 3));
        sink.onTerminate().block(END);
        assertThat(sink.discarded()).isZero();
    }

    @Test
    void whatAGroupLeftKeepsNobodyElseFromCompleting() {
        ShmSink<Long> sink = keptOpen();
        Recorder<Long> recorder = channel.record(NUMBERS, 3);
        Accounts.awaitSubscriptions(sink, 1);
        Recorder<Long> first = Recorder.asking(3);
        channel.source(NUMBERS).group("a").build().subscribe(first);
        Accounts.awaitSubscriptions(sink, 2);
        upstream.awaitRequested(3);
        Recorder<Long> asksForNothing = Recorder.asking(0);
        channel.source(NUMBERS).group("a").build().subscribe(asksForNothing);
        Accounts.awaitSubscriptions(sink, 3);
        first.cancel();
        Accounts.awaitSubscriptions(sink, 2);
        emit(1, 3);
        recorder.awaitItems(3);
        asksForNothing.cancel();
        Accounts.awaitSubscriptions(sink, 1);
        upstream.complete();
        recorder.awaitComplete();
        assertThat(sink.waitingFrames()).isEqualTo(3);
        assertThat(sink.isDisposed()).isFalse();
        Recorder<Long> next = Recorder.asking(3);
        channel.source(NUMBERS).group("a").build().subscribe(next);
        next.awaitComplete();
        assertThat(next.items()).isEqualTo(numbers(1, 3));
        sink.onTerminate().block(END);
    }

    /** Two subscribers of one source, the first of which asks for eight and takes four; the other one asks for nothing and is given them. */
    private void giveFourOfEightTo(ShmSink<Long> sink, ShmSource<Long> source, Recorder<Long> steady,
            Recorder<Long> other) {
        upstream.subscribe(sink);
        source.subscribe(steady);
        upstream.awaitRequested(8);
        source.subscribe(other);
        Accounts.awaitSubscriptions(sink, 2);
        emit(1, 4);
        steady.awaitItems(4);
    }

    @Test
    void whatComesWhileTheLastSubscriberLeavesIsTheNextOnes() {
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        ShmSource<Long> source = channel.source(NUMBERS).build();
        Recorder<Long> steady = Recorder.asking(8);
        Recorder<Long> slow = Recorder.asking(0);
        giveFourOfEightTo(sink, source, steady, slow);
        var closed = source.disposeLater(END).toFuture();
        steady.awaitComplete();
        Accounts.awaitSubscriptions(sink, 0);
        emit(5, 8);
        await().untilAsserted(() -> assertThat(sink.waitingFrames()).isEqualTo(4));
        Recorder<Long> next = channel.record(NUMBERS, 4);
        assertThat(next.awaitItems(4)).isEqualTo(numbers(5, 8));
        slow.request(4);
        slow.awaitComplete();
        assertThat(slow.items()).isEqualTo(numbers(1, 4));
        assertThat(closed).succeedsWithin(END);
        upstream.complete();
        next.awaitComplete();
        sink.onTerminate().block(END);
        assertThat(sink.discarded()).isZero();
    }

    @Test
    void whatComesWhileTheLastSubscriberLeavesIsCountedWhenNobodyFollows() {
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        ShmSource<Long> source = channel.source(NUMBERS).build();
        Recorder<Long> steady = Recorder.asking(8);
        Recorder<Long> slow = Recorder.asking(0);
        giveFourOfEightTo(sink, source, steady, slow);
        var closed = source.disposeLater(END).toFuture();
        steady.awaitComplete();
        Accounts.awaitSubscriptions(sink, 0);
        emit(5, 7);
        await().untilAsserted(() -> assertThat(sink.waitingFrames()).isEqualTo(3));
        slow.request(4);
        slow.awaitComplete();
        assertThat(closed).succeedsWithin(END);
        assertThatThrownBy(() -> sink.onTerminate().block(END)).isInstanceOf(ShmCancelledException.class);
        assertThat(sink.discarded()).isEqualTo(3);
        upstream.awaitCancelled();
    }

    @Test
    void nothingIsAskedForBeforeSoManySubscribersAreThere() {
        ShmSink<Long> sink = channel.sink(NUMBERS).awaitSubscribers(3).open();
        upstream.subscribe(sink);
        Recorder<Long> first = channel.record(NUMBERS, 10);
        Recorder<Long> leaves = channel.record(NUMBERS, 10);
        Accounts.awaitSubscriptions(sink, 2);
        leaves.cancel();
        Accounts.awaitSubscriptions(sink, 1);
        Recorder<Long> second = channel.record(NUMBERS, 10);
        Accounts.awaitSubscriptions(sink, 2);
        assertThat(upstream.requested()).isZero();
        Recorder<Long> third = channel.record(NUMBERS, 10);
        upstream.awaitRequested(8);
        third.cancel();
        emit(1, 10);
        upstream.complete();
        for (Recorder<Long> recorder : List.of(first, second)) {
            recorder.awaitComplete();
            assertThat(recorder.items()).isEqualTo(numbers(1, 10));
        }
        sink.onTerminate().block(END);
    }

    @RepeatedTest(20)
    void whoGoesAsSoonAsItHasAttachedHasBeenThere() throws IOException {
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        upstream.subscribe(sink);
        try (RawConsumer peer = RawConsumer.connect(channel)) {
            peer.send(RawMessage.hello(RawConsumer.VERSION, RawConsumer.LOSSLESS, "", channel.name()).bytes());
            peer.receive();
            peer.send(RawMessage.attached(RawConsumer.VERSION).bytes());
        }
        assertThatThrownBy(() -> sink.onTerminate().block(END)).isInstanceOf(ShmPeerLostException.class);
        upstream.awaitCancelled();
    }

    // ------------------------------------------------------------------ in good order

    @Test
    void aSinkThatIsDisposedOfLaterStopsItsUpstreamAndLetsSubscribersFinish() {
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        upstream.subscribe(sink);
        Recorder<ShmFrame> recorder = channel.recordFrames(3);
        emit(1, 3);
        List<ShmFrame> frames = recorder.awaitItems(3);
        var closed = sink.disposeLater(END).toFuture();
        upstream.awaitCancelled();
        recorder.awaitComplete();
        assertThat(closed).as("frames are held").isNotDone();
        frames.forEach(ShmFrame::close);
        closed.join();
        assertThat(sink.isDisposed()).isTrue();
        assertThat(sink.discarded()).isZero();
        sink.onTerminate().block(END);
    }

    @Test
    void aSinkThatCannotFinishInTimeSaysHowManyFramesAreLost() {
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        upstream.subscribe(sink);
        Recorder<Long> leaves = Recorder.asking(5);
        channel.source(NUMBERS).group("a").build().subscribe(leaves);
        upstream.awaitRequested(5);
        Recorder<Long> asksForNothing = Recorder.asking(0);
        channel.source(NUMBERS).group("a").build().subscribe(asksForNothing);
        Accounts.awaitSubscriptions(sink, 2);
        leaves.cancel();
        Accounts.awaitSubscriptions(sink, 1);
        emit(1, 5);
        await().untilAsserted(() -> assertThat(sink.waitingFrames()).isEqualTo(5));
        sink.disposeLater(Duration.ofMillis(300)).block(END);
        assertThat(sink.discarded()).isEqualTo(5);
        assertThatThrownBy(() -> sink.onTerminate().block(END)).isInstanceOf(ShmCancelledException.class)
                .hasMessageContaining("5 not delivered");
        asksForNothing.awaitEnd();
        assertThat(asksForNothing.awaitError(RuntimeException.class)).hasMessageContaining("5 not delivered");
    }

    @Test
    void aSinkThatStillWaitsForSubscribersCompletesThoseThatAreThere() {
        ShmSink<Long> sink = channel.sink(NUMBERS).awaitSubscribers(3).open();
        upstream.subscribe(sink);
        Recorder<Long> first = channel.record(NUMBERS, 10);
        Recorder<Long> second = channel.record(NUMBERS, 10);
        Accounts.awaitSubscriptions(sink, 2);
        sink.disposeLater(Duration.ofDays(1)).block(END);
        first.awaitComplete();
        second.awaitComplete();
    }

    @Test
    void anElementThatIsBeingEncodedWhenTheSinkIsDisposedOfLaterStillArrives() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        ShmSink<Long> sink = channel.sink(new LatchedCodec(NUMBERS, begun, goOn)).open();
        upstream.subscribe(sink);
        Recorder<Long> recorder = channel.record(NUMBERS, 8);
        upstream.awaitRequested(8);
        Thread encoder = Thread.ofPlatform().start(() -> upstream.next(1L));
        begun.await();
        var closed = sink.disposeLater(END).toFuture();
        upstream.awaitCancelled();
        goOn.countDown();
        encoder.join();
        closed.join();
        recorder.awaitComplete();
        assertThat(recorder.items()).containsExactly(1L);
    }

    @Test
    void disposingOfAForeverIsNoOverflow() {
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        ShmSource<Long> source = channel.source(NUMBERS).build();
        source.disposeLater(ChronoUnit.FOREVER.getDuration()).block(END);
        sink.disposeLater(ChronoUnit.FOREVER.getDuration()).block(END);
    }

    @Test
    void framesAreDisposedOfTheSameWay() {
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        upstream.subscribe(sink);
        ShmFrames frames = channel.source().frames();
        Recorder<Long> results = Recorder.asking(5);
        frames.process(Schedulers.parallel(), 2, Payloads::check).subscribe(results);
        emit(1, 2);
        results.awaitItems(2);
        frames.disposeLater(END).block(END);
        results.awaitComplete();
        assertThat(frames.received()).isEqualTo(2);
        upstream.awaitCancelled();
    }

    @Test
    void aSinkWithNobodyThereIsClosedAtOnce() {
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        upstream.subscribe(sink);
        sink.disposeLater(Duration.ofDays(1)).block(END);
        upstream.awaitCancelled();
        assertThat(sink.isDisposed()).isTrue();
    }

    @Test
    void aSourceThatIsDisposedOfLaterLetsItsSubscribersTakeWhatWasUnderWay() {
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        upstream.subscribe(sink);
        ShmSource<Long> source = channel.source(NUMBERS).build();
        Recorder<Long> recorder = Recorder.asking(5);
        source.subscribe(recorder);
        upstream.awaitRequested(5);
        emit(1, 5);
        recorder.awaitItems(5);
        source.disposeLater(END).block(END);
        recorder.awaitComplete();
        recorder.verify();
        assertThat(recorder.items()).isEqualTo(numbers(1, 5));
        upstream.awaitCancelled();
        assertThatThrownBy(() -> sink.onTerminate().block(END)).isInstanceOf(ShmCancelledException.class);
        Recorder<Long> late = Recorder.asking(1);
        source.subscribe(late);
        late.awaitError(ShmCancelledException.class);
    }

    @Test
    void aSourceThatCannotFinishInTimeFailsItsSubscribersAndTheSinkCounts() {
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        upstream.subscribe(sink);
        Recorder<Long> steady = channel.record(NUMBERS, 8);
        upstream.awaitRequested(8);
        ShmSource<Long> source = channel.source(NUMBERS).build();
        Recorder<Long> asksForNothing = Recorder.asking(0);
        source.subscribe(asksForNothing);
        Accounts.awaitSubscriptions(sink, 2);
        emit(1, 4);
        steady.awaitItems(4);
        Accounts.awaitHeld(sink, 4);
        source.disposeLater(Duration.ofMillis(300)).block(END);
        asksForNothing.awaitError(ShmCancelledException.class);
        assertThat(asksForNothing.size()).isZero();
        await().untilAsserted(() -> assertThat(sink.discarded()).isEqualTo(4));
        Accounts.awaitAllBack(sink);
        emit(5, 8);
        steady.awaitItems(8);
        sink.dispose();
    }

    @Test
    void theSinkWaitsForItsLastSubscriberThatLeavesAndCountsWhatItDidNotTake() {
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        ShmSource<Long> source = channel.source(NUMBERS).build();
        Recorder<Long> steady = Recorder.asking(8);
        Recorder<Long> asksForNothing = Recorder.asking(0);
        giveFourOfEightTo(sink, source, steady, asksForNothing);
        Accounts.awaitHeld(sink, 4);
        var closed = source.disposeLater(Duration.ofMillis(300)).toFuture();
        steady.awaitComplete();
        assertThat(closed).succeedsWithin(END);
        asksForNothing.awaitError(ShmCancelledException.class);
        assertThatThrownBy(() -> sink.onTerminate().block(END)).isInstanceOf(ShmCancelledException.class);
        assertThat(sink.discarded()).as("of a sink that ended too early: 0").isEqualTo(4);
        upstream.awaitCancelled();
    }

    @Test
    void aSourceThatStillWaitsForItsChannelCompletes() {
        ShmSource<Long> source = channel.source(NUMBERS).build();
        Recorder<Long> recorder = Recorder.asking(5);
        source.subscribe(recorder);
        source.disposeLater(END).block(END);
        recorder.awaitComplete();
        assertThat(source.isDisposed()).isTrue();
    }
}
