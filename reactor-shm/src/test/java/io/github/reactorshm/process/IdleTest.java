package io.github.reactorshm.process;

import java.time.Duration;
import java.util.Map;

import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.CpuTime;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.Signals;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What the library's threads use when there is nothing to do, each process in a JVM of its own. */
class IdleTest {

    @RegisterExtension
    final Processes processes = new Processes();

    // ------------------------------------------------------------------ D6

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void d6_anIdlePoolCostsNothing(boolean full) {
        // A tenth of a processor's time for each second is twice what the row allows: short runs are coarse.
        idle(full, Duration.ofSeconds(1), Duration.ofSeconds(4), 40);
    }

    @Tag("storm")
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void d6_storm(boolean full) {
        idle(full, Duration.ofSeconds(5), Duration.ofSeconds(10), 50);
    }

    private void idle(boolean full, Duration settling, Duration time, long mostMillis) {
        RemoteEnd sink = RemoteEnd.open(processes.sink(), "k",
                processes.at("camera") + "slots=8 size=1000 frames=20000 stalls=true");
        RemoteEnd source = RemoteEnd.subscribe(processes.source(), "s",
                processes.at("camera") + (full ? "hold=8" : "hold=0"));
        source.await("received", full ? 8 : 20_000);
        Liveness.pass(settling);
        CpuTime sinks = CpuTime.from(sink.child());
        CpuTime sources = CpuTime.from(source.child());
        Liveness.pass(time);
        check("D6, " + (full ? "full" : "empty") + ", producer", sinks.nanos(), time, mostMillis);
        check("D6, " + (full ? "full" : "empty") + ", consumer", sources.nanos(), time, mostMillis);
        source.call("cancel");
        source.call("release");
        assertThat(source.signals()).isEqualTo(new Signals(full ? 8 : 20_000, "", 0, 0, "", ""));
        assertThat(sink.awaitEnd().errors()).isOne();
    }

    private static void check(String what, Map<String, Long> nanos, Duration time, long mostMillis) {
        double used = CpuTime.millis(nanos);
        Liveness.print(what, "%.1f ms in %d s: %s".formatted(used, time.toSeconds(), nanos));
        assertThat(used).as("%s: %s", what, nanos).isLessThan((double) mostMillis);
    }

    // ------------------------------------------------------------------ C9

    @Test
    void c9_aSurvivorWaitsAtNoCost() {
        survive(Duration.ofSeconds(4), 80);
    }

    @Tag("storm")
    @Test
    void c9_storm() {
        survive(Duration.ofSeconds(10), 100);
    }

    private void survive(Duration time, long mostMillis) {
        // One survivor's peer is gone for good, the other looks out for the next owner of the name, which does not come.
        ChildJvm producers = processes.sink();
        ChildJvm consumers = processes.source();
        ChildJvm deadConsumer = processes.source();
        ChildJvm deadProducer = processes.sink();
        RemoteEnd left = RemoteEnd.open(producers, "k", processes.at("one"));
        RemoteEnd.subscribe(deadConsumer, "s", processes.at("one")).await("received", 1_000);
        RemoteEnd.open(deadProducer, "k", processes.at("two"));
        RemoteEnd waiting = RemoteEnd.subscribe(consumers, "s", processes.at("two") + "retry=true");
        waiting.await("received", 1_000);
        deadConsumer.kill();
        deadProducer.kill();
        left.awaitEnd(Liveness.BOUND);

        CpuTime sinks = CpuTime.from(producers);
        CpuTime sources = CpuTime.from(consumers);
        Liveness.pass(time);
        check("C9, a producer without consumers", sinks.nanos(), time, mostMillis);
        check("C9, a consumer that retries", sources.nanos(), time, mostMillis);
        waiting.call("cancel");
        assertThat(waiting.signals().terminals()).isZero();
        processes.clean();
    }
}
