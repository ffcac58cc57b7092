package io.github.reactorshm.process;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;

/** Demand that goes away, and time-outs at every place where a user can put one. */
class DemandTest {

    private static final List<String> TYPES = List.of("raw", "decoded", "process");

    @RegisterExtension
    final Processes processes = new Processes();

    // ------------------------------------------------------------------ D7

    @Test
    void D7_theSinkGoesOnWhenTheGatingSubscriberGoes() {
        loseGatingSubscribers(1);
    }

    @Tag("storm")
    @Test
    void D7_storm() {
        loseGatingSubscribers(50);
    }

    private void loseGatingSubscribers(int times) {
        SinkProbe probe = new SinkProbe(Options.parse(processes.at("camera") + "slots=8 size=5000 varied=true"));
        probe.open();
        ShmSink<Long> sink = probe.sink();
        RemoteEnd steady = RemoteEnd.subscribe(processes.source(), "steady", processes.at("camera") + "demand=0");
        Liveness.until("the steady subscription", () -> sink.subscriptions() == 1);
        ChildJvm child = processes.source();
        for (int i = 0; i < times; i++) {
            for (String how : List.of("cancel 0", "cancel 5", "exit 5", "kill 0", "kill 5", "kill 8")) {
                if (!child.isAlive()) {
                    child = processes.source();
                }
                loseGatingSubscriber(how.substring(0, how.indexOf(' ')),
                        Integer.parseInt(how.substring(how.length() - 1)),
                        sink, steady, child);
            }
        }
        probe.complete();
        assertThat(steady.awaitEnd()).isEqualTo(new Signals(times * 6_000L, "", 1, 0, "", ""));
    }

    private void loseGatingSubscriber(String how, int held, ShmSink<Long> sink, RemoteEnd steady, ChildJvm child) {
        long before = steady.signals().received();
        // It takes 8 and asks for no more, so nobody gets more.
        RemoteEnd gating = RemoteEnd.subscribe(child, "gating", processes.at("camera") + "demand=8 hold=" + held);
        Liveness.until("the gating subscription", () -> sink.subscriptions() == 2);
        steady.request(1_000);
        gating.await("received", 8);
        steady.await("received", before + 8);
        Liveness.until("all is as it will stay", () -> sink.heldSlots() == held && sink.credit() == 0);
        assertThat(steady.signals().received()).isEqualTo(before + 8);

        long start = System.nanoTime();
        switch (how) {
            case "cancel" -> gating.call("cancel");
            case "exit" -> child.tell("exit", new Options());
            default -> child.killLater();
        }
        steady.await("received", before + 9, Liveness.BOUND);
        Liveness.print("D7", "%s with %d held: the sink went on after %d ms".formatted(how, held,
                Liveness.since(start).toMillis()));
        steady.await("received", before + 1_000);
        if (how.equals("cancel")) {
            Liveness.until("what was kept across the cancel", () -> sink.heldSlots() == held);
            gating.call("release");
            assertThat(gating.signals().problem()).as("what was kept").isEmpty();
        } else {
            child.awaitExit();
        }
        Liveness.until("all is free again", () -> sink.freeSlots() == 8);
    }

    // ------------------------------------------------------------------ D10

    @Test
    void D10_aTimeoutInTheConsumerReachesTheCamera() {
        ChildJvm producer = processes.sink();
        ChildJvm consumer = processes.source();
        Map<RemoteEnd, RemoteEnd> pairs = new HashMap<>();
        for (String type : TYPES) {
            RemoteEnd sink = RemoteEnd.open(producer, type, processes.at(type) + "frames=5 stalls=true");
            pairs.put(sink,
                    RemoteEnd.subscribe(consumer, type, processes.at(type) + "timeoutMillis=1000 type=" + type));
        }
        pairs.forEach((sink, source) -> {
            Signals received = source.awaitEnd();
            assertThat(received.failedWith(TimeoutException.class)).isTrue();
            assertThat(received).extracting(Signals::received, Signals::problem).containsExactly(5L, "");
            sink.awaitCancelled();
            assertThat(sink.awaitEnd().failedWith(ShmCancelledException.class)).isTrue();
            assertThat(sink.state().number("cancels")).isOne();
        });
    }

    @Test
    void D10_aTimeoutUpstreamOfTheSinkIsNamedToTheConsumer() {
        ChildJvm producer = processes.sink();
        ChildJvm consumer = processes.source();
        Map<RemoteEnd, RemoteEnd> pairs = new HashMap<>();
        for (String type : TYPES) {
            RemoteEnd sink = RemoteEnd.open(producer, type,
                    processes.at(type) + "frames=5 stalls=true timeoutMillis=1000");
            pairs.put(sink, RemoteEnd.subscribe(consumer, type, processes.at(type) + "type=" + type));
        }
        pairs.forEach((sink, source) -> {
            Signals received = source.awaitEnd();
            assertThat(received.failedWith(ShmRemoteException.class)).isTrue();
            assertThat(received.errorMessage()).contains(TimeoutException.class.getName());
            assertThat(received).extracting(Signals::received, Signals::problem).containsExactly(5L, "");
            assertThat(sink.awaitEnd().failedWith(TimeoutException.class)).isTrue();
        });
    }

    @Test
    void D10_aTimeoutOfSendReachesTheCamera() {
        RemoteEnd sink = RemoteEnd.open(processes.sink(), "k",
                processes.at("camera") + "frames=5 stalls=true via=send");
        RemoteEnd source = RemoteEnd.subscribe(processes.source(), "s", processes.at("camera"));
        source.await("received", 5);
        sink.call("expire");
        Signals sent = sink.awaitEnd();
        assertThat(sent.failedWith(TimeoutException.class)).isTrue();
        sink.awaitCancelled();
        Signals received = source.awaitEnd();
        assertThat(received.failedWith(ShmPeerLostException.class)).isTrue();
        assertThat(received.problem()).isEmpty();
    }

    @Test
    void D10_aTimeoutOfSendBeforeAnybodyCame() {
        RemoteEnd sink = RemoteEnd.open(processes.sink(), "k",
                processes.at("camera") + "via=send");
        Liveness.until("the sending has begun", () -> sink.state().number("subscribed") == 1);
        sink.call("expire");
        assertThat(sink.awaitEnd().failedWith(TimeoutException.class)).isTrue();
        sink.awaitCancelled();
        processes.awaitNothingLeft();
    }

    @Test
    void D10_aCancelledOpeningLeavesNothing() {
        cancelOpenings(20);
    }

    @Tag("storm")
    @Test
    void D10_storm() {
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

    private Mono<ShmSink<Long>> opening(String channel) {
        return ShmSink.<Long>channel(channel).slots(16).codec(Payloads.full(0, 1 << 20))
                .baseDirectory(processes.directory()).openLater().doOnNext(ShmSink::dispose);
    }
}
