package io.github.reactorshm.process;

import java.time.Duration;
import java.util.concurrent.TimeoutException;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.error.ShmCancelledException;
import io.github.reactorshm.error.ShmPeerLostException;
import io.github.reactorshm.error.ShmRemoteException;
import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Options;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.Signals;
import io.github.reactorshm.testkit.SinkProbe;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;

/** Demand that goes away, and time-outs at every place where a user can put one. */
class DemandTest {

    @RegisterExtension
    final Processes processes = new Processes();

    // ------------------------------------------------------------------ D7

    @ParameterizedTest
    @CsvSource({"cancel, 0", "cancel, 5", "exit, 5", "kill, 0", "kill, 5", "kill, 8"})
    void d7_theSinkGoesOnWhenTheGatingSubscriberGoes(String how, int held) {
        loseGatingSubscriber(how, held, 2);
    }

    @Tag("storm")
    @ParameterizedTest
    @CsvSource({"cancel, 0", "cancel, 5", "exit, 5", "kill, 0", "kill, 5", "kill, 8"})
    void d7_storm(String how, int held) {
        loseGatingSubscriber(how, held, 50);
    }

    private void loseGatingSubscriber(String how, int held, int times) {
        SinkProbe probe = new SinkProbe(Options.parse(processes.at("camera") + "slots=8 size=5000 varied=true"));
        probe.open();
        ShmSink<Long> sink = probe.sink();
        RemoteEnd steady = RemoteEnd.subscribe(processes.source(), "steady", processes.at("camera") + "demand=0");
        Liveness.until("the steady subscription", () -> sink.subscriptions() == 1);
        long due = 0;
        Duration slowest = Duration.ZERO;
        for (int i = 0; i < times; i++) {
            ChildJvm gatingChild = processes.source();
            // It takes 8 and asks for no more, so nobody gets more.
            RemoteEnd gating = RemoteEnd.subscribe(gatingChild, "gating",
                    processes.at("camera") + "demand=8 hold=" + held);
            Liveness.until("the gating subscription", () -> sink.subscriptions() == 2);
            steady.request(1_000);
            gating.await("received", 8);
            steady.await("received", due + 8);
            Liveness.until("all is as it will stay", () -> sink.heldSlots() == held && sink.credit() == 0);
            assertThat(steady.signals().received()).isEqualTo(due + 8);

            long start = System.nanoTime();
            switch (how) {
                case "cancel" -> gating.call("cancel");
                case "exit" -> gatingChild.call("exit", new Options());
                default -> gatingChild.killLater();
            }
            steady.await("received", due + 9, Liveness.BOUND);
            slowest = Liveness.longer(slowest, Liveness.since(start));
            due += 1_000;
            steady.await("received", due);
            if (how.equals("cancel")) {
                Liveness.until("what was kept across the cancel", () -> sink.heldSlots() == held);
                gating.call("release");
                assertThat(gating.signals().problem()).as("what was kept").isEmpty();
                gatingChild.close();
            }
            Liveness.until("all is free again", () -> sink.freeSlots() == 8);
        }
        Liveness.print("D7",
                "%s with %d held, %d times: the sink went on after at most %d ms".formatted(how, held, times,
                        slowest.toMillis()));
        probe.complete();
        assertThat(steady.awaitEnd()).isEqualTo(new Signals(due, "", 1, 0, "", ""));
    }

    // ------------------------------------------------------------------ D10

    @ParameterizedTest
    @ValueSource(strings = {"raw", "decoded", "process"})
    void d10_aTimeoutInTheConsumerReachesTheCamera(String type) {
        RemoteEnd sink = RemoteEnd.open(processes.sink(), "k", processes.at("camera") + "frames=5 stalls=true");
        RemoteEnd source = RemoteEnd.subscribe(processes.source(), "s",
                processes.at("camera") + "timeoutMillis=1500 type=" + type);
        Signals received = source.awaitEnd();
        assertThat(received.failedWith(TimeoutException.class)).isTrue();
        assertThat(received).extracting(Signals::received, Signals::problem).containsExactly(5L, "");
        sink.awaitCancelled();
        assertThat(sink.awaitEnd().failedWith(ShmCancelledException.class)).isTrue();
        assertThat(sink.state().number("cancels")).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"raw", "decoded", "process"})
    void d10_aTimeoutUpstreamOfTheSinkIsNamedToTheConsumer(String type) {
        ChildJvm producer = processes.sink();
        RemoteEnd source = RemoteEnd.subscribe(processes.source(), "s", processes.at("camera") + "type=" + type);
        // Its clock starts when the sink opens, so the consumer is there before.
        RemoteEnd sink = RemoteEnd.open(producer, "k",
                processes.at("camera") + "frames=5 stalls=true timeoutMillis=2000");
        Signals received = source.awaitEnd();
        assertThat(received.failedWith(ShmRemoteException.class)).isTrue();
        assertThat(received.errorMessage()).contains(TimeoutException.class.getName());
        assertThat(received).extracting(Signals::received, Signals::problem).containsExactly(5L, "");
        assertThat(sink.awaitEnd().failedWith(TimeoutException.class)).isTrue();
    }

    @Test
    void d10_aTimeoutOfSendReachesTheCamera() {
        RemoteEnd sink = RemoteEnd.open(processes.sink(), "k",
                processes.at("camera") + "frames=5 stalls=true via=send sendTimeoutMillis=3000");
        RemoteEnd source = RemoteEnd.subscribe(processes.source(), "s", processes.at("camera"));
        source.await("received", 5);
        Signals sent = sink.awaitEnd();
        assertThat(sent.failedWith(TimeoutException.class)).isTrue();
        sink.awaitCancelled();
        Signals received = source.awaitEnd();
        assertThat(received.failedWith(ShmPeerLostException.class)).isTrue();
        assertThat(received.problem()).isEmpty();
    }

    @Test
    void d10_aTimeoutOfSendBeforeAnybodyCame() {
        RemoteEnd sink = RemoteEnd.open(processes.sink(), "k",
                processes.at("camera") + "via=send sendTimeoutMillis=500");
        assertThat(sink.awaitEnd().failedWith(TimeoutException.class)).isTrue();
        sink.awaitCancelled();
        processes.awaitNothingLeft();
    }

    @Test
    void d10_aCancelledOpeningLeavesNothing() {
        cancelOpenings(40);
    }

    @Tag("storm")
    @Test
    void d10_storm() {
        cancelOpenings(1_000);
    }

    private void cancelOpenings(int times) {
        // The whole of an opening takes a while; each round cancels a little later in it.
        long whole = System.nanoTime();
        opening("whole").block();
        whole = System.nanoTime() - whole;
        for (int i = 0; i < times; i++) {
            Disposable opening = opening("c" + i).subscribe(sink -> sink.dispose());
            Flux.interval(Duration.ofNanos(1 + whole * i / times)).blockFirst();
            opening.dispose();
        }
        processes.awaitNothingLeft();
    }

    private reactor.core.publisher.Mono<ShmSink<Long>> opening(String channel) {
        return ShmSink.<Long>channel(channel).slots(16).codec(Payloads.full(0, 1 << 20))
                .baseDirectory(processes.directory()).openLater().doOnNext(ShmSink::dispose);
    }
}
