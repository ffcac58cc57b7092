package io.github.reactorshm.modes;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmMode;
import io.github.reactorshm.ShmSink;
import io.github.reactorshm.ShmSource;
import io.github.reactorshm.error.ShmCancelledException;
import io.github.reactorshm.error.ShmModeRefusedException;
import io.github.reactorshm.error.ShmStallTimeoutException;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.CapturedLog;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Groups: each frame goes to one member. */
class GroupTest {

    private static final Payloads NUMBERS = Payloads.varied(0, 100);
    private static final Duration END = Duration.ofSeconds(60);

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);
    private final ManualUpstream<Long> upstream = new ManualUpstream<>();

    private Recorder<Long> member(String group, long demand) {
        Recorder<Long> recorder = Recorder.asking(demand);
        channel.source(NUMBERS).group(group).build().subscribe(recorder);
        return recorder;
    }

    private Recorder<ShmFrame> rawMember(String group, long demand) {
        Recorder<ShmFrame> recorder = Recorder.asking(demand);
        channel.source().group(group).build().subscribe(recorder);
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

    private static List<Long> numbers(long first, long last) {
        return LongStream.rangeClosed(first, last).boxed().toList();
    }

    @Test
    void D8_eachFrameGoesToOneMemberOfEachGroupAndToEveryLosslessSubscription() {
        share(10_000);
    }

    @Tag("storm")
    @Test
    void D8_groupsStorm() {
        share(200_000);
    }

    private void share(int frames) {
        ShmSink<Long> sink = channel.sink(NUMBERS).slots(16).awaitSubscribers(6).open();
        List<Recorder<Long>> a = IntStream.range(0, 3).mapToObj(i -> member("a", Long.MAX_VALUE)).toList();
        List<Recorder<Long>> b = IntStream.range(0, 2).mapToObj(i -> member("b", Long.MAX_VALUE)).toList();
        Recorder<Long> all = channel.record(NUMBERS, Long.MAX_VALUE);
        Flux.range(1, frames).map(Long::valueOf).subscribe(sink);
        sink.onTerminate().block(END);
        for (List<Recorder<Long>> group : List.of(a, b)) {
            group.forEach(Recorder::awaitComplete);
            group.forEach(Recorder::verify);
            assertThat(group).allSatisfy(member -> assertThat(member.items()).isSorted());
            assertThat(group.stream().flatMap(member -> member.items().stream()).sorted())
                    .isEqualTo(numbers(1, frames));
        }
        all.awaitComplete();
        assertThat(all.items()).isEqualTo(numbers(1, frames));
        assertThat(sink.freeSlots()).isEqualTo(16);
    }

    @Test
    void theMembersTotalPacesTheSink() {
        ShmSink<Long> sink = open(8);
        Recorder<Long> first = member("a", 3);
        upstream.awaitRequested(3);
        Recorder<Long> second = member("a", 2);
        upstream.awaitRequested(5);
        emit(1, 5);
        assertThat(Stream.of(first.awaitItems(3), second.awaitItems(2)).flatMap(List::stream).sorted())
                .isEqualTo(numbers(1, 5));
        Recorder<Long> lossless = channel.record(NUMBERS, 2);
        Accounts.awaitSubscriptions(sink, 3);
        first.request(100);
        upstream.awaitRequested(7);
        emit(6, 7);
        assertThat(lossless.awaitItems(2)).isEqualTo(numbers(6, 7));
        sink.dispose();
    }

    @Test
    void aHoarderIsNamedAndStopsNobody() {
        try (CapturedLog log = new CapturedLog()) {
            hoard(log);
        }
    }

    private void hoard(CapturedLog log) {
        ShmSink<Long> sink = open(8);
        Recorder<ShmFrame> hoarder = rawMember("workers", Long.MAX_VALUE);
        Accounts.awaitSubscriptions(sink, 1);
        Recorder<Long> worker = member("workers", 0);
        Accounts.awaitSubscriptions(sink, 2);
        emit(1, 3);
        // (8 - 1) / 2
        hoarder.awaitItems(3);
        worker.request(500);
        emit(4, 503);
        worker.awaitItems(500);
        assertThat(hoarder.size()).isEqualTo(3);
        await().atMost(END).untilAsserted(() -> assertThat(log.lines("channel '" + channel.name() + "'",
                "subscription 1 (GROUP 'workers')", "held 3 frames", "500 newer")).hasSize(1));
        hoarder.items().forEach(ShmFrame::close);
        upstream.complete();
        hoarder.awaitComplete();
        worker.awaitComplete();
        sink.onTerminate().block(END);
    }

    /** A member that has three frames, and whose function throws at the first one as soon as it may. */
    private void failAtTheFirstOfThree(ShmSink<Long> sink, Recorder<Long> failing, Scheduler on, CountDownLatch goOn)
            throws InterruptedException {
        CountDownLatch taken = new CountDownLatch(1);
        channel.source().group("a").frames().<Long>process(on, 3, frame -> {
            taken.countDown();
            awaitUninterrupted(goOn);
            throw new IllegalStateException("poison: " + frame.sequence());
        }).subscribe(failing);
        emit(1, 3);
        taken.await();
        Accounts.awaitHeld(sink, 3);
    }

    @Test
    void framesThatAFailingFunctionLeftUnseenGoToAnotherMemberWithoutAMark() throws Exception {
        ShmSink<Long> sink = open(8);
        CountDownLatch goOn = new CountDownLatch(1);
        Recorder<Long> failing = Recorder.asking(3);
        Scheduler one = Schedulers.newSingle("worker");
        failAtTheFirstOfThree(sink, failing, one, goOn);
        Recorder<ShmFrame> other = rawMember("a", 0);
        Accounts.awaitSubscriptions(sink, 2);
        goOn.countDown();
        failing.awaitError(IllegalStateException.class);
        other.request(2);
        List<ShmFrame> rest = other.awaitItems(2);
        assertThat(rest).extracting(ShmFrame::sequence).containsExactly(2L, 3L);
        assertThat(rest).extracting(ShmFrame::redelivered).containsExactly(false, false);
        rest.forEach(ShmFrame::close);
        upstream.complete();
        other.awaitComplete();
        sink.onTerminate().block(END);
        assertThat(sink.discarded()).isZero();
        one.dispose();
    }

    @Test
    void whatAFailingMemberLeavesAfterTheCompletionIsMissed() throws Exception {
        ShmSink<Long> sink = open(8);
        CountDownLatch goOn = new CountDownLatch(1);
        Recorder<Long> failing = Recorder.asking(3);
        Scheduler one = Schedulers.newSingle("worker");
        failAtTheFirstOfThree(sink, failing, one, goOn);
        Recorder<Long> other = member("a", 2);
        Accounts.awaitSubscriptions(sink, 2);
        upstream.complete();
        other.awaitComplete();
        goOn.countDown();
        failing.awaitError(IllegalStateException.class);
        assertThatThrownBy(() -> sink.onTerminate().block(END)).isInstanceOf(ShmCancelledException.class)
                .hasMessageContaining("2 frames were left untouched by members of groups");
        assertThat(sink.discarded()).isZero();
        one.dispose();
    }

    @Test
    void whatAMemberThatCancelsAfterTheCompletionDidNotTakeIsMissed() throws Exception {
        ShmSink<Long> sink = open(8);
        CountDownLatch taken = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        Recorder<Long> slow = Recorder.unbounded(number -> {
            taken.countDown();
            awaitUninterrupted(goOn);
        });
        channel.source(NUMBERS).group("a").build().subscribe(slow);
        emit(1, 3);
        taken.await();
        upstream.complete();
        // What was reserved for the upstream is free once the completion is written.
        await().atMost(END).until(() -> sink.credit() == 0);
        slow.cancel();
        goOn.countDown();
        assertThatThrownBy(() -> sink.onTerminate().block(END)).isInstanceOf(ShmCancelledException.class)
                .hasMessageContaining("2 frames were left untouched by members of groups");
        assertThat(slow.items()).containsExactly(1L);
        slow.verify();
    }

    @Test
    void whatTheLastMemberLeftIsMissedIfNobodyCameUntilTheCompletion() throws Exception {
        ShmSink<Long> sink = open(8);
        Recorder<Long> first = member("a", 3);
        upstream.awaitRequested(3);
        Recorder<Long> viewer = Recorder.asking(Long.MAX_VALUE);
        channel.source(NUMBERS).latest().build().subscribe(viewer);
        Accounts.awaitSubscriptions(sink, 2);
        Recorder<Long> asksForNothing = member("a", 0);
        Accounts.awaitSubscriptions(sink, 3);
        first.cancel();
        Accounts.awaitSubscriptions(sink, 2);
        emit(1, 3);
        await().atMost(END).until(() -> sink.waitingFrames() == 3);
        // It keeps the completion from being written.
        upstream.complete();
        asksForNothing.cancel();
        assertThatThrownBy(() -> sink.onTerminate().block(END)).isInstanceOf(ShmCancelledException.class)
                .hasMessageContaining("3 frames were left untouched by members of groups");
        viewer.awaitComplete();
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void aGroupAtItsLimitIsAStallWithTheGroupNamedAlthoughSlotsAreFree() {
        try (CapturedLog log = new CapturedLog()) {
            stallAtTheLimit(log);
        }
    }

    private void stallAtTheLimit(CapturedLog log) {
        ShmSink<Long> sink = channel.sink(NUMBERS).slots(8).stallTimeout(Duration.ofSeconds(4)).open();
        upstream.subscribe(sink);
        Recorder<Long> recorder = channel.record(NUMBERS, 0);
        Accounts.awaitSubscriptions(sink, 1);
        Recorder<ShmFrame> hoarder = rawMember("workers", Long.MAX_VALUE);
        Accounts.awaitSubscriptions(sink, 2);
        recorder.request(Long.MAX_VALUE);
        // (8 - 1) / 2
        upstream.awaitRequested(3);
        emit(1, 3);
        recorder.awaitItems(3);
        hoarder.awaitItems(3);
        await().atMost(END).untilAsserted(() -> assertThat(sink.stalled()).isTrue());
        assertThat(log.lines("channel '" + channel.name() + "'", "no frame could be given", "5 of 8 slots are free",
                "subscription 2 (group 'workers', at most 3) holds 3")).hasSize(1);
        await().atMost(END).untilAsserted(() -> assertThat(log.lines("channel '" + channel.name() + "'",
                "subscription 2 (GROUP 'workers')", "the whole channel waits")).hasSize(1));
        hoarder.awaitError(ShmStallTimeoutException.class);
        recorder.awaitError(ShmStallTimeoutException.class);
        hoarder.items().forEach(ShmFrame::close);
        assertThatThrownBy(() -> sink.onTerminate().block(END)).isInstanceOf(ShmStallTimeoutException.class)
                .hasMessageContaining("group 'workers'");
        upstream.awaitCancelled();
    }

    @Test
    void aGroupAtItsLimitGoesOnWhenAMemberGivesAFrameBackBehindOneThatItKeeps() {
        ShmSink<Long> sink = open(8);
        Recorder<Long> recorder = channel.record(NUMBERS, Long.MAX_VALUE);
        Accounts.awaitSubscriptions(sink, 1);
        Recorder<ShmFrame> keeper = rawMember("workers", Long.MAX_VALUE);
        Accounts.awaitSubscriptions(sink, 2);
        emit(1, 3);
        keeper.awaitItems(3).getLast().close();
        emit(4, 4);
        keeper.awaitItems(4);
        recorder.awaitItems(4);
        keeper.items().forEach(ShmFrame::close);
        upstream.complete();
        keeper.awaitComplete();
        recorder.awaitComplete();
        sink.onTerminate().block(END);
    }

    @Test
    void aGroupThatHoldsTheWholePoolIsStalledAndNotWithoutDemand() {
        ShmSink<Long> sink = channel.sink(NUMBERS).demandTimeout(Duration.ofSeconds(1)).open();
        upstream.subscribe(sink);
        Recorder<ShmFrame> hoarder = rawMember("a", Long.MAX_VALUE);
        emit(1, 8);
        hoarder.awaitItems(8);
        await().atMost(END).untilAsserted(() -> assertThat(sink.stalled()).isTrue());
        assertThat(hoarder.isTerminated()).isFalse();
        hoarder.items().forEach(ShmFrame::close);
        emit(9, 9);
        hoarder.awaitItems(9).getLast().close();
        upstream.complete();
        hoarder.awaitComplete();
        sink.onTerminate().block(END);
    }

    @Test
    void twoMembersThatCollectEverythingBothComplete() {
        // As many as two members may hold, who close none before the end: (8 - 1) / 2 each.
        int frames = 6;
        ShmSink<Long> sink = channel.sink(NUMBERS).slots(8).awaitSubscribers(2).open();
        Recorder<ShmFrame> first = rawMember("a", Long.MAX_VALUE);
        Recorder<ShmFrame> second = rawMember("a", Long.MAX_VALUE);
        Flux.range(1, frames).map(Long::valueOf).subscribe(sink);
        first.awaitComplete();
        second.awaitComplete();
        List<ShmFrame> all = new ArrayList<>(first.items());
        all.addAll(second.items());
        assertThat(all).extracting(ShmFrame::sequence).containsExactlyInAnyOrderElementsOf(numbers(1, frames));
        all.forEach(ShmFrame::close);
        sink.onTerminate().block(END);
    }

    @Test
    void aFrameWaitsWhereNobodyAsksAnyMoreAndTheEndBehindIt() {
        ShmSink<Long> sink = open(8);
        Recorder<Long> leaves = member("a", 5);
        upstream.awaitRequested(5);
        Recorder<Long> stays = member("a", 0);
        Accounts.awaitSubscriptions(sink, 2);
        emit(1, 2);
        leaves.awaitItems(2);
        leaves.cancel();
        Accounts.awaitSubscriptions(sink, 1);
        emit(3, 5);
        await().untilAsserted(() -> assertThat(sink.waitingFrames()).isEqualTo(3));
        upstream.complete();
        stays.request(2);
        assertThat(stays.awaitItems(2)).isEqualTo(numbers(3, 4));
        assertThat(stays.isTerminated()).isFalse();
        stays.request(1);
        stays.awaitComplete();
        assertThat(stays.items()).isEqualTo(numbers(3, 5));
        sink.onTerminate().block(END);
    }

    @Test
    void whatAClosedSubscriptionHoldsIsDoneNotGivenAgain() {
        ShmSink<Long> sink = open(8);
        Recorder<ShmFrame> first = rawMember("a", 4);
        upstream.awaitRequested(4);
        emit(1, 4);
        List<ShmFrame> frames = first.awaitItems(4);
        Recorder<Long> second = member("a", 10);
        // (8 - 1) / 2 more
        upstream.awaitRequested(7);
        first.cancel();
        frames.forEach(ShmFrame::close);
        Accounts.awaitSubscriptions(sink, 1);
        emit(5, 14);
        assertThat(second.awaitItems(10)).isEqualTo(numbers(5, 14));
        sink.dispose();
    }

    @Test
    void aModeThatTheSinkForbidsIsRefusedWithBothNamed() {
        ShmSink<Long> sink = channel.sink(NUMBERS).modes(ShmMode.LOSSLESS, ShmMode.LATEST).open();
        ShmModeRefusedException refused = member("a", 1).awaitError(ShmModeRefusedException.class);
        assertThat(refused.getAsked()).isEqualTo("GROUP");
        assertThat(refused.getOffered()).isEqualTo("[LOSSLESS, LATEST]");
        assertThat(refused.isRetryable()).isFalse();
        ShmSource<Long> latest = channel.source(NUMBERS).latest().build();
        latest.subscribe(Recorder.asking(1));
        Accounts.awaitSubscriptions(sink, 1);
        sink.dispose();
    }

    @Test
    void aGroupsNameIsCheckedBeforeAnythingIsMade() {
        for (String name : List.of("", "a b", "../x", "a".repeat(65))) {
            assertThatIllegalArgumentException().isThrownBy(() -> channel.source().group(name))
                    .withMessageContaining("63");
        }
    }
}
