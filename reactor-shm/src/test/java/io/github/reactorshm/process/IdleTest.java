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

import static org.assertj.core.api.Assertions.assertThat;

/** What the library's threads use when there is nothing to do, each process in a JVM of its own. */
class IdleTest {

    private static final long FRAMES = 20_000;

    @RegisterExtension
    final Processes processes = new Processes();

    // ------------------------------------------------------------------ D6

    @Test
    void D6_anIdlePoolCostsNothing() {
        // Coarser than the row, which allows 50 ms in 10 s: in its first seconds a JVM still interprets.
        idle(Duration.ofSeconds(1), Duration.ofSeconds(4), 50);
    }

    @Tag("storm")
    @Test
    void D6_storm() {
        idle(Duration.ofSeconds(5), Duration.ofSeconds(10), 50);
    }

    private void idle(Duration settling, Duration time, long mostMillis) {
        RemoteEnd emptySink = open("empty");
        RemoteEnd emptySource = RemoteEnd.subscribe(processes.source(), "s", processes.at("empty"));
        RemoteEnd fullSink = open("full");
        RemoteEnd fullSource = RemoteEnd.subscribe(processes.source(), "s", processes.at("full") + "hold=8");
        emptySource.await("received", FRAMES);
        fullSource.await("received", 8);
        Liveness.pass(settling);
        Map<String, CpuTime> used = Map.of("empty, producer", CpuTime.from(emptySink.child()), "empty, consumer",
                CpuTime.from(emptySource.child()), "full, producer", CpuTime.from(fullSink.child()), "full, consumer",
                CpuTime.from(fullSource.child()));
        Liveness.pass(time);
        used.forEach((who, cpu) -> check("D6, " + who, cpu.nanos(), time, mostMillis));

        emptySource.call("cancel");
        fullSource.call("cancel");
        fullSource.call("release");
        assertThat(emptySource.signals()).isEqualTo(new Signals(FRAMES, "", 0, 0, "", ""));
        assertThat(fullSource.signals()).isEqualTo(new Signals(8, "", 0, 0, "", ""));
        assertThat(emptySink.awaitEnd().errors()).isOne();
        assertThat(fullSink.awaitEnd().errors()).isOne();
    }

    private RemoteEnd open(String channel) {
        return RemoteEnd.open(processes.sink(), "k",
                processes.at(channel) + "slots=8 size=1000 stalls=true frames=" + FRAMES);
    }

    private static void check(String what, Map<String, Long> nanos, Duration time, long mostMillis) {
        double used = CpuTime.millis(nanos);
        Liveness.print(what, "%.1f ms in %d s: %s".formatted(used, time.toSeconds(), nanos));
        assertThat(used).as("%s: %s", what, nanos).isLessThan((double) mostMillis);
    }

    /** All that the process has used: the retry runs on Reactor's threads, not on the library's. */
    private static Duration processorTime(ChildJvm child) {
        return ProcessHandle.of(child.pid()).orElseThrow().info().totalCpuDuration().orElseThrow();
    }

    private static void checkProcess(String what, Duration used, Duration time, long mostMillis) {
        Liveness.print(what, "the process used %d ms in %d s".formatted(used.toMillis(), time.toSeconds()));
        assertThat(used).as(what).isLessThan(Duration.ofMillis(mostMillis));
    }

    // ------------------------------------------------------------------ C9

    @Test
    void C9_aSurvivorWaitsAtNoCost() {
        // Coarser than the row, which has it in 10 s: a JVM still compiles for some seconds what it has run.
        survive(Duration.ofSeconds(1), Duration.ofSeconds(4), 100);
    }

    @Tag("storm")
    @Test
    void C9_storm() {
        survive(Duration.ofSeconds(10), Duration.ofSeconds(10), 100);
    }

    private void survive(Duration settling, Duration time, long mostMillis) {
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

        Liveness.pass(settling);
        CpuTime sinks = CpuTime.from(producers);
        CpuTime sources = CpuTime.from(consumers);
        Duration sinksBefore = processorTime(producers);
        Duration sourcesBefore = processorTime(consumers);
        Liveness.pass(time);
        checkProcess("C9, a producer without consumers", processorTime(producers).minus(sinksBefore), time, mostMillis);
        checkProcess("C9, a consumer that retries", processorTime(consumers).minus(sourcesBefore), time, mostMillis);
        check("C9, a producer without consumers", sinks.nanos(), time, mostMillis);
        check("C9, a consumer that retries", sources.nanos(), time, mostMillis);
        waiting.call("cancel");
        assertThat(waiting.signals().terminals()).isZero();
        processes.clean();
    }
}
