package io.github.reactorshm.process;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.github.reactorshm.ShmSink;
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

import static org.assertj.core.api.Assertions.assertThat;

/** Who comes first, who comes late, and several at once. */
class StartOrderTest {

    private static final List<String> TYPES = List.of("raw", "decoded", "process");

    @RegisterExtension
    final Processes processes = new Processes();

    @Test
    void C11_theConsumerMayStartFirst() {
        RemoteEnd source = RemoteEnd.subscribe(processes.source(), "s", processes.at("camera"));
        // Long enough for it to have looked in vain several times.
        Liveness.pass(Duration.ofMillis(700));
        RemoteEnd sink = RemoteEnd.open(processes.sink(), "k", processes.at("camera") + "frames=1000");
        assertThat(source.awaitEnd()).isEqualTo(new Signals(1000, "", 1, 0, "", ""));
        assertThat(sink.awaitEnd()).isEqualTo(new Signals(1000, "", 1, 0, "", ""));
    }

    @Test
    void C11_theProducerMayStartFirst() {
        RemoteEnd sink = RemoteEnd.open(processes.sink(), "k", processes.at("camera") + "frames=1000");
        Liveness.pass(Duration.ofMillis(700));
        assertThat(sink.signals()).as("nobody was there, so nothing was emitted")
                .isEqualTo(new Signals(0, "", 0, 0, "", ""));
        RemoteEnd source = RemoteEnd.subscribe(processes.source(), "s", processes.at("camera"));
        assertThat(source.awaitEnd()).isEqualTo(new Signals(1000, "", 1, 0, "", ""));
        assertThat(sink.awaitEnd()).isEqualTo(new Signals(1000, "", 1, 0, "", ""));
    }

    @Test
    void C11_aLateJoinerGetsEveryFrameSinceItJoined() {
        SinkProbe probe = new SinkProbe(
                Options.parse(processes.at("camera") + "size=1000 varied=true frames=10000"));
        probe.open();
        ShmSink<Long> sink = probe.sink();
        RemoteEnd early = RemoteEnd.subscribe(processes.source(), "early", processes.at("camera") + "demand=100");
        early.await("received", 100);
        RemoteEnd late = RemoteEnd.subscribe(processes.source(), "late", processes.at("camera") + "demand=0");
        Liveness.until("both are there", () -> sink.subscriptions() == 2);
        early.request(Long.MAX_VALUE);
        late.request(Long.MAX_VALUE);
        assertThat(early.awaitEnd()).isEqualTo(new Signals(10_000, "", 1, 0, "", ""));
        assertThat(late.awaitEnd()).isEqualTo(new Signals(9_900, "", 1, 0, "", ""));
        assertThat(probe.end().join()).isEqualTo(new Signals(10_000, "", 1, 0, "", ""));
    }

    // ------------------------------------------------------------------ restarts

    @Test
    void C11_aConsumerThatRetriesGoesOnWithTheNextIncarnation() {
        restart(1);
    }

    @Tag("storm")
    @Test
    void C11_storm() {
        restart(30);
    }

    private void restart(int times) {
        ChildJvm consumer = processes.source();
        List<RemoteEnd> sources = TYPES.stream().map(type -> RemoteEnd.subscribe(consumer, type,
                processes.at("camera") + "retry=true type=" + type)).toList();
        ChildJvm producer = processes.sink();
        int salt = 0;
        for (int i = 0; i < times; i++) {
            for (String how : List.of("kill", "dispose", "exit")) {
                producer = restart(how, producer, sources, salt++);
            }
        }
        RemoteEnd last = RemoteEnd.open(producer, "last", processes.at("camera") + "size=5000 salt=" + salt);
        awaitMore(sources);
        last.call("complete");
        for (RemoteEnd source : sources) {
            Signals received = source.awaitEnd();
            assertThat(received.problem()).isEmpty();
            assertThat(received.completions()).isOne();
        }
        assertThat(sources.get(0).state().number("streams")).isEqualTo(salt + 1L);
        assertThat(last.awaitEnd().completions()).isOne();
    }

    /** Has a producer begin and end; returns the next one. */
    private ChildJvm restart(String how, ChildJvm producer, List<RemoteEnd> sources, int salt) {
        ChildJvm next = how.equals("dispose") ? producer : processes.sink();
        RemoteEnd sink = RemoteEnd.open(producer, "k", processes.at("camera") + "slots=8 size=5000 salt=" + salt);
        awaitMore(sources);
        switch (how) {
            case "kill" -> producer.killLater();
            case "exit" -> producer.tell("exit", new Options());
            default -> {
                sink.call("dispose");
                sink.awaitEnd();
            }
        }
        return next;
    }

    private static void awaitMore(List<RemoteEnd> sources) {
        sources.forEach(source -> source.await("received", source.signals().received() + 500));
    }

    // ------------------------------------------------------------------ three at once

    @Test
    void threeSourcesAtOnceGetEveryFrame() {
        List<ChildJvm> children = List.of(processes.source(), processes.source(), processes.source());
        shareOut(children, 64, 30_000);
        shareOut(children, Payloads.CAMERA, 300);
    }

    private void shareOut(List<ChildJvm> children, long size, long frames) {
        SinkProbe probe = new SinkProbe(Options.parse(processes.at("camera") + "size=" + size + " frames=" + frames));
        probe.open();
        ShmSink<Long> sink = probe.sink();
        List<RemoteEnd> sources = IntStream.range(0, 3).mapToObj(i -> RemoteEnd.subscribe(children.get(i), "s",
                processes.at("camera") + "demand=0 type=" + TYPES.get(i))).toList();
        Liveness.until("all three are there", () -> sink.subscriptions() == 3);
        sources.forEach(source -> source.request(Long.MAX_VALUE));
        for (RemoteEnd source : sources) {
            assertThat(source.awaitEnd(Duration.ofMinutes(2))).isEqualTo(new Signals(frames, "", 1, 0, "", ""));
        }
        assertThat(probe.end().join()).isEqualTo(new Signals(frames, "", 1, 0, "", ""));
    }
}
