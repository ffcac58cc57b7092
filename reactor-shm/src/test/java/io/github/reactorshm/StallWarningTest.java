package io.github.reactorshm;

import java.time.Duration;
import java.util.List;

import io.github.reactorshm.error.ShmStallTimeoutException;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.CapturedLog;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

/** Who is told that subscribers hold the whole pool, what, and when it is over. */
class StallWarningTest {

    private static final Payloads NUMBERS = Payloads.full(0, 100);
    private static final Duration SHORT = Duration.ofMillis(600);
    /** More than twice the time-out and two ticks of 250 ms. */
    private static final Duration LONGER = Duration.ofMillis(1_800);
    /** Far more than it takes; the machine may be busy. */
    private static final Duration END = Duration.ofSeconds(30);

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);
    private final ManualUpstream<Long> upstream = new ManualUpstream<>();

    private ShmSink<Long> open(ShmSinkBuilder<Long> builder) {
        ShmSink<Long> sink = builder.open();
        upstream.subscribe(sink);
        return sink;
    }

    private static void assertStillRight(List<ShmFrame> frames) {
        for (ShmFrame frame : frames) {
            assertThat(Payloads.number(Payloads.check(frame))).isEqualTo(frame.sequence());
        }
    }

    /** A subscriber that holds the whole pool and asks for more. */
    private Recorder<ShmFrame> holdAll(long demand) {
        Recorder<ShmFrame> consumer = channel.recordFrames(demand);
        for (long i = 1; i <= 8; i++) {
            upstream.nextOnDemand(i);
        }
        consumer.awaitItems(8);
        return consumer;
    }

    @Test
    void aStallIsWarnedOfWithinTwoSecondsNamingPoolHolderAndCountsAndIsOverWhenSlotsComeBack() {
        ShmSink<Long> sink = open(channel.sink(NUMBERS));
        try (CapturedLog log = new CapturedLog()) {
            long start = System.nanoTime();
            Recorder<ShmFrame> consumer = holdAll(20);
            await().atMost(END).pollInterval(Duration.ofMillis(5)).until(sink::stalled);
            Duration took = Duration.ofNanos(System.nanoTime() - start);
            // 2 s and a tick of 250 ms; the upper bound leaves room for a machine that does much else.
            assertThat(took).isBetween(Duration.ofSeconds(2), Duration.ofSeconds(8));
            await().atMost(END).untilAsserted(() -> {
                assertThat(log.lines("WARN", "'" + channel.name() + "'", "all 8 slots", "subscription 1 holds 8",
                        "waits for 12 more")).as("the producer's warning").hasSize(1);
                assertThat(log.lines("WARN", channel.name(), "this subscription holds 8 of 8"))
                        .as("the consumer's warning").hasSize(1);
            });
            assertThat(consumer.isTerminated()).isFalse();
            assertThat(sink.isDisposed()).isFalse();

            consumer.items().getFirst().close();
            upstream.nextOnDemand(9L);
            consumer.awaitItems(9);
            await().until(() -> !sink.stalled());
            await().untilAsserted(() -> assertThat(log.lines("INFO", channel.name(), "slots came back")).hasSize(1));
            consumer.items().forEach(ShmFrame::close);
            for (long i = 10; i <= 20; i++) {
                upstream.nextOnDemand(i);
                consumer.awaitItems((int) i).getLast().close();
            }
            Accounts.awaitAllBack(sink);
            upstream.complete();
            consumer.awaitComplete();
            sink.onTerminate().block(END);
            assertThat(log.lines("WARN")).hasSize(2);
            consumer.verify();
        }
    }

    @Test
    void theStallTimeoutEndsBothEndsWithTheSameTextAndFramesStayUntilClosed() {
        ShmSink<Long> sink = open(channel.sink(NUMBERS).stallTimeout(SHORT));
        Recorder<ShmFrame> consumer = holdAll(Long.MAX_VALUE);
        ShmStallTimeoutException told = consumer.awaitError(ShmStallTimeoutException.class);
        upstream.awaitCancelled();
        assertThat(told).hasMessageContaining("all 8 slots").hasMessageContaining("subscription 1 holds 8")
                .hasMessageContaining("without bound");
        assertThat(told.getMessage()).as("the channel is named once").containsOnlyOnce(channel.name());
        List<ShmFrame> frames = consumer.items();
        assertStillRight(frames);
        Accounts.awaitHeld(sink, 8);
        frames.forEach(ShmFrame::close);
        ShmStallTimeoutException error = catchThrowableOfType(ShmStallTimeoutException.class,
                () -> sink.onTerminate().block(END));
        assertThat(error).hasMessage(told.getMessage());
        assertThat(sink.freeSlots()).isEqualTo(8);
        consumer.verify();
    }

    @Test
    void aFullPoolWithoutDemandIsNoStall() {
        ShmSink<Long> sink = open(channel.sink(NUMBERS).stallTimeout(SHORT));
        Recorder<ShmFrame> consumer = holdAll(8);
        await().during(LONGER).atMost(END).until(() -> !sink.isDisposed() && !consumer.isTerminated());
        assertThat(sink.stalled()).isFalse();
        consumer.items().forEach(ShmFrame::close);
        Accounts.awaitAllBack(sink);
        consumer.cancel();
        upstream.awaitCancelled();
    }

}
