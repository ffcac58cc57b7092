package io.github.reactorshm.process;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Who comes first, who comes late, and several at once. */
class StartOrderTest {

    @RegisterExtension
    final Processes processes = new Processes();

    @Test
    void c11_theConsumerMayStartFirst() {
        RemoteEnd source = RemoteEnd.subscribe(processes.source(), "s", processes.at("camera"));
        // Long enough for it to have looked in vain several times.
        Liveness.pass(Duration.ofMillis(700));
        RemoteEnd sink = RemoteEnd.open(processes.sink(), "k", processes.at("camera") + "frames=1000");
        assertThat(source.awaitEnd()).isEqualTo(new Signals(1000, "", 1, 0, "", ""));
        assertThat(sink.awaitEnd()).isEqualTo(new Signals(1000, "", 1, 0, "", ""));
    }

    @Test
    void c11_theProducerMayStartFirst() {
        RemoteEnd sink = RemoteEnd.open(processes.sink(), "k", processes.at("camera") + "frames=1000");
        Liveness.pass(Duration.ofMillis(700));
        assertThat(sink.signals()).as("nobody was there, so nothing was emitted")
                .isEqualTo(new Signals(0, "", 0, 0, "", ""));
        RemoteEnd source = RemoteEnd.subscribe(processes.source(), "s", processes.at("camera"));
        assertThat(source.awaitEnd()).isEqualTo(new Signals(1000, "", 1, 0, "", ""));
        assertThat(sink.awaitEnd()).isEqualTo(new Signals(1000, "", 1, 0, "", ""));
    }

    @Test
    void c11_aLateJoinerGetsEveryFrameSinceItJoined() {
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

    @ParameterizedTest
    @ValueSource(strings = {"kill", "dispose", "exit"})
    void c11_aConsumerThatRetriesGoesOnWithTheNextIncarnation(String how) {
        restart(how, 2);
    }

    @Tag("storm")
    @ParameterizedTest
    @ValueSource(strings = {"kill", "dispose", "exit"})
    void c11_storm(String how) {
        restart(how, 30);
    }

    private void restart(String how, int times) {
        List<RemoteEnd> sources = Stream.of("raw", "decoded", "process").map(type -> RemoteEnd.subscribe(
                processes.source(), "s", processes.at("camera") + "retry=true type=" + type)).toList();
        ChildJvm producer = processes.sink();
        for (int i = 0; i < times; i++) {
            ChildJvm next = how.equals("dispose") ? producer : processes.sink();
            RemoteEnd sink = RemoteEnd.open(producer, "k" + i, processes.at("camera") + "slots=8 size=5000 salt=" + i);
            sources.forEach(source -> source.await("received", source.signals().received() + 500));
            switch (how) {
                case "kill" -> producer.killLater();
                case "exit" -> producer.call("exit", new Options());
                default -> {
                    sink.call("dispose");
                    sink.awaitEnd();
                }
            }
            producer = next;
        }
        // Those who come late to it must not find it over.
        RemoteEnd last = RemoteEnd.open(producer, "last", processes.at("camera") + "size=5000 salt=" + times);
        sources.forEach(source -> source.await("received", source.signals().received() + 500));
        last.call("complete");
        for (RemoteEnd source : sources) {
            Signals received = source.awaitEnd();
            assertThat(received.problem()).isEmpty();
            assertThat(received.completions()).isOne();
        }
        assertThat(sources.get(0).state().number("streams")).isEqualTo(times + 1L);
        assertThat(last.awaitEnd().completions()).isOne();
    }

    // ------------------------------------------------------------------ three at once

    @ParameterizedTest
    @ValueSource(longs = {64, Payloads.CAMERA})
    void threeSourcesAtOnceGetEveryFrame(long size) {
        long frames = size > 1_000_000 ? 300 : 30_000;
        SinkProbe probe = new SinkProbe(Options.parse(processes.at("camera") + "size=" + size + " frames=" + frames));
        probe.open();
        ShmSink<Long> sink = probe.sink();
        List<RemoteEnd> sources = Stream.of("raw", "decoded", "process").map(type -> RemoteEnd.subscribe(
                processes.source(), "s", processes.at("camera") + "demand=0 type=" + type)).toList();
        Liveness.until("all three are there", () -> sink.subscriptions() == 3);
        sources.forEach(source -> source.request(Long.MAX_VALUE));
        for (RemoteEnd source : sources) {
            assertThat(source.awaitEnd(Duration.ofMinutes(2))).isEqualTo(new Signals(frames, "", 1, 0, "", ""));
        }
        assertThat(probe.end().join()).isEqualTo(new Signals(frames, "", 1, 0, "", ""));
    }
}
