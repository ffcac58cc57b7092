package io.github.reactorshm;

import java.time.Duration;
import java.util.List;

import io.github.reactorshm.error.ShmFrameClosedException;
import io.github.reactorshm.error.ShmPeerLostException;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.RemoteEnd;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Frames that are kept longer than their subscription, or than their producer. */
class KeptFramesTest {

    private static final int SLOTS = 8;
    private static final int KEPT = 3;
    private static final int FRAMES = 500;
    private static final Duration END = Duration.ofSeconds(60);

    @RegisterExtension
    final Processes processes = new Processes();

    private static void assertIntact(List<ShmFrame> kept) {
        for (int i = 0; i < kept.size(); i++) {
            assertThat(Payloads.number(Payloads.check(kept.get(i)))).isEqualTo(i + 1L);
        }
    }

    private static void close(List<ShmFrame> kept) {
        for (ShmFrame frame : kept) {
            frame.close();
            assertThatThrownBy(frame::segment).isInstanceOf(ShmFrameClosedException.class);
        }
    }

    @Test
    void F2_framesKeptAcrossACancelStayAndTheNextStreamRunsOnTheOtherSlots() {
        Channel channel = new Channel(processes.directory(), "kept");
        Payloads numbers = Payloads.full(0, 5_000);
        ShmSink<Long> sink = channel.sink(numbers).slots(SLOTS).open();
        ManualUpstream<Long> upstream = new ManualUpstream<>();
        upstream.subscribe(sink);
        // It keeps the channel going between the two.
        Recorder<Long> bystander = channel.record(numbers, Long.MAX_VALUE);
        Recorder<ShmFrame> first = channel.recordFrames(KEPT);
        Accounts.awaitSubscriptions(sink, 2);
        for (long i = 1; i <= KEPT; i++) {
            upstream.nextOnDemand(i);
        }
        List<ShmFrame> kept = first.awaitItems(KEPT);
        first.cancel();
        Accounts.awaitSubscriptions(sink, 1);

        Recorder<ShmFrame> second = Recorder.unbounded(frame -> {
            Payloads.check(frame);
            frame.close();
        });
        channel.source().build().subscribe(second);
        Accounts.awaitSubscriptions(sink, 2);
        for (long i = KEPT + 1; i <= KEPT + FRAMES; i++) {
            upstream.nextOnDemand(i);
            assertThat(upstream.outstanding()).isLessThanOrEqualTo(SLOTS - KEPT);
            assertIntact(kept);
        }
        second.awaitItems(FRAMES);
        Accounts.awaitHeld(sink, KEPT);
        assertThat(sink.freeSlots() + sink.credit()).as("slots of the new stream").isEqualTo(SLOTS - KEPT);
        assertIntact(kept);

        close(kept);
        Accounts.awaitAllBack(sink);
        upstream.complete();
        second.awaitComplete();
        bystander.awaitComplete();
        sink.onTerminate().block(END);
    }

    @Test
    void F2_framesKeptAcrossTheProducersRestartStay() {
        Channel channel = new Channel(processes.directory(), "restarts");
        ShmSink<Long> sink = channel.sink(Payloads.full(0, 5_000)).slots(SLOTS).open();
        Recorder<ShmFrame> first = channel.recordFrames(KEPT);
        Flux.range(1, FRAMES).map(Integer::longValue).subscribe(sink);
        List<ShmFrame> kept = first.awaitItems(KEPT);
        sink.dispose();
        first.awaitError(ShmPeerLostException.class);
        sink.onTerminate().onErrorComplete().block(END);
        assertIntact(kept);

        ShmSink<Long> next = channel.sink(Payloads.full(1, 5_000)).slots(SLOTS).open();
        Recorder<ShmFrame> second = Recorder.unbounded(ShmFrame::close);
        channel.source().build().subscribe(second);
        Flux.range(1, FRAMES).map(Integer::longValue).subscribe(next);
        second.awaitItems(FRAMES);
        second.awaitComplete();
        next.onTerminate().block(END);
        assertThat(next.freeSlots()).as("the new pool owes the old one nothing").isEqualTo(SLOTS);
        assertIntact(kept);
        close(kept);
    }

    @Test
    void F2_framesKeptAcrossTheProducersDeathStay() {
        Channel channel = new Channel(processes.directory(), "dies");
        ChildJvm producer = processes.sink();
        ChildJvm successor = processes.sink();
        RemoteEnd.open(producer, "k", processes.at("dies") + "size=5000");
        Recorder<ShmFrame> first = channel.recordFrames(KEPT);
        List<ShmFrame> kept = first.awaitItems(KEPT);
        producer.kill();
        first.awaitError(ShmPeerLostException.class);
        assertIntact(kept);

        RemoteEnd next = RemoteEnd.open(successor, "k", processes.at("dies") + "size=5000 salt=1 frames=" + FRAMES);
        Recorder<ShmFrame> second = Recorder.unbounded(ShmFrame::close);
        channel.source().build().subscribe(second);
        second.awaitItems(FRAMES);
        second.awaitComplete();
        assertThat(next.awaitEnd().completions()).isOne();
        assertIntact(kept);
        close(kept);
    }
}
