package io.github.reactorshm;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.CompletableFuture;

import io.github.reactorshm.codec.TextCodec;
import io.github.reactorshm.error.ShmDemandTimeoutException;
import io.github.reactorshm.error.ShmStallTimeoutException;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Time-outs of the user's and the warning of a standstill. Lower bounds are exact, upper ones generous: the machine may be busy. */
class PatienceTest {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final TextCodec CODEC = TextCodec.ofSlotSize(32);

    private TestDirectory directory;
    private Channel channel;

    @BeforeEach
    void open() {
        directory = TestDirectory.create();
        channel = Channel.in(directory);
    }

    @AfterEach
    void close() {
        directory.close();
    }

    @Test
    void noDemandEndsBothEndsUnderADemandTimeout() {
        ShmSink<String> sink = channel.sink(CODEC).demandTimeout(Duration.ofMillis(600)).open();
        ManualUpstream<String> upstream = new ManualUpstream<>();
        Recorder<ShmFrame> reader = channel.recordFrames(2);
        upstream.subscribe(sink);
        upstream.nextOnDemand("one");
        upstream.nextOnDemand("two");
        ShmFrame kept = reader.awaitItems(2).get(0);
        reader.items().get(1).close();
        assertThat(reader.awaitError(ShmDemandTimeoutException.class).getTimeout()).isEqualTo(Duration.ofMillis(600));
        upstream.awaitCancelled();
        // Its frames stay right until they are closed, and the sink's end waits for them.
        assertThat(new String(kept.copy(), java.nio.charset.StandardCharsets.UTF_8)).isEqualTo("one");
        kept.close();
        assertThat(sink.onTerminate().toFuture()).failsWithin(PATIENCE).withThrowableThat()
                .withCauseInstanceOf(ShmDemandTimeoutException.class);
    }

    @Test
    void noSubscriberIsNoDemandAlsoForAStreamThatHasCompleted() {
        assertThat(channel.sink(CODEC).demandTimeout(Duration.ofMillis(300)).send(Flux.never()).toFuture())
                .failsWithin(PATIENCE).withThrowableThat().withCauseInstanceOf(ShmDemandTimeoutException.class);
        assertThat(channel.sink(CODEC).demandTimeout(Duration.ofMillis(300)).send(Flux.empty()).toFuture())
                .failsWithin(PATIENCE).withThrowableThat().withCauseInstanceOf(ShmDemandTimeoutException.class);
    }

    @Test
    void aSlowUpstreamIsNoMissingDemand() {
        ShmSink<String> sink = channel.sink(CODEC).demandTimeout(Duration.ofMillis(300)).open();
        ManualUpstream<String> upstream = new ManualUpstream<>();
        Recorder<String> reader = channel.record(CODEC, 2);
        upstream.subscribe(sink);
        upstream.awaitRequested(2);
        // Three time-outs long nothing comes, although it was asked for.
        await().pollDelay(Duration.ofMillis(900)).atMost(PATIENCE).until(() -> true);
        upstream.next("one");
        upstream.complete();
        reader.awaitItems(1);
        reader.awaitComplete();
        assertThat(sink.onTerminate().toFuture()).succeedsWithin(PATIENCE);
    }

    @Test
    void aHeldPoolIsShownByAGaugeAndGoesOnWhenAFrameIsClosed() {
        ShmSink<String> sink = channel.sink(CODEC).slots(3).open();
        Recorder<ShmFrame> hoarder = channel.recordFrames(Long.MAX_VALUE);
        CompletableFuture<Void> ended = sink.onTerminate().toFuture();
        Flux.range(1, 5).map(i -> "text " + i).subscribe(sink);
        hoarder.awaitItems(3);
        assertThat(sink.stalled()).isFalse();
        await().atMost(PATIENCE).until(sink::stalled);
        assertThat(sink.heldSlots()).isEqualTo(3);
        assertThat(sink.freeSlots()).isZero();
        hoarder.items().get(0).close();
        hoarder.awaitItems(4);
        await().atMost(PATIENCE).until(() -> !sink.stalled());
        hoarder.items().forEach(ShmFrame::close);
        hoarder.awaitItems(5).get(4).close();
        hoarder.awaitComplete();
        assertThat(ended).succeedsWithin(PATIENCE);
    }

    @Test
    void aHeldPoolEndsTheStreamOnlyUnderAStallTimeoutAndFramesStay() {
        ShmSink<String> sink = channel.sink(CODEC).slots(3).stallTimeout(Duration.ofMillis(700)).open();
        Recorder<ShmFrame> hoarder = channel.recordFrames(Long.MAX_VALUE);
        ManualUpstream<String> upstream = new ManualUpstream<>();
        upstream.subscribe(sink);
        for (int i = 1; i <= 3; i++) {
            upstream.nextOnDemand("text " + i);
        }
        assertThat(hoarder.awaitError(ShmStallTimeoutException.class)).hasMessageContaining(channel.name())
                .hasMessageContaining("all 3 slots").hasMessageContaining("subscription 1 holds 3");
        upstream.awaitCancelled();
        for (int i = 0; i < 3; i++) {
            ShmFrame frame = hoarder.items().get(i);
            assertThat(new String(frame.copy(), java.nio.charset.StandardCharsets.UTF_8)).isEqualTo("text " + (i + 1));
            frame.close();
        }
        assertThat(sink.onTerminate().toFuture()).failsWithin(PATIENCE).withThrowableThat()
                .withCauseInstanceOf(ShmStallTimeoutException.class);
    }

    @Test
    void timeOutsForEverAreForEver() {
        Duration forever = ChronoUnit.FOREVER.getDuration();
        ShmSink<String> sink = channel.sink(CODEC).demandTimeout(forever).stallTimeout(forever).open();
        Recorder<String> reader = Recorder.asking(1);
        channel.source(CODEC).connectTimeout(forever).build().subscribe(reader);
        ManualUpstream<String> upstream = new ManualUpstream<>();
        upstream.subscribe(sink);
        upstream.nextOnDemand("one");
        reader.awaitItems(1);
        // Two ticks of the watch.
        await().pollDelay(Duration.ofMillis(600)).atMost(PATIENCE).until(() -> !sink.isDisposed());
        upstream.complete();
        reader.awaitComplete();
        assertThat(sink.onTerminate().toFuture()).succeedsWithin(PATIENCE);
    }
}
