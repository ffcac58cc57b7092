package io.github.reactorshm.process;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.error.ShmChannelInUseException;
import io.github.reactorshm.error.ShmPeerLostException;
import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Options;
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
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Processes that are killed or stopped, and names that are taken. */
class DeathTest {

    @RegisterExtension
    final Processes processes = new Processes();

    // ------------------------------------------------------------------ C1

    @Test
    void C1_slotsOfAKilledConsumerComeBack() {
        killConsumers(4);
    }

    @Tag("storm")
    @Test
    void C1_storm() {
        killConsumers(200);
    }

    private void killConsumers(int times) {
        SinkProbe probe = new SinkProbe(Options.parse(processes.at("camera") + "slots=8 size=65536 varied=true"));
        probe.open();
        ShmSink<Long> sink = probe.sink();
        RemoteEnd steady = RemoteEnd.subscribe(processes.source(), "steady", processes.at("camera") + "demand=0");
        Liveness.until("the steady subscription", () -> sink.subscriptions() == 1);
        long due = 0;
        Duration slowest = Duration.ZERO;
        for (int i = 0; i < times; i++) {
            int held = i % 2 == 0 ? 5 : 8;
            ChildJvm victim = processes.source();
            RemoteEnd holder = RemoteEnd.subscribe(victim, "holder",
                    processes.at("camera") + "hold=8 demand=" + held);
            Liveness.until("the victim's subscription", () -> sink.subscriptions() == 2);
            steady.request(held);
            due += held;
            holder.await("received", held);
            steady.await("received", due);
            Liveness.until("the steady one's slots", () -> sink.heldSlots() == held);
            assertThat(sink.freeSlots()).isEqualTo(8 - held);

            victim.killLater();
            slowest = Liveness.longer(slowest, Liveness.until("8 free", Liveness.SOON, () -> sink.freeSlots() == 8));
            victim.awaitExit();

            steady.request(100);
            due += 100;
            steady.await("received", due, Liveness.BOUND);
        }
        Liveness.print("C1", "%d kills of a holder of 5 or 8 slots: 8 free at most %d ms after the signal"
                .formatted(times, slowest.toMillis()));
        probe.complete();
        assertThat(steady.awaitEnd()).isEqualTo(new Signals(due, "", 1, 0, "", ""));
        assertThat(probe.end().join().completions()).isOne();
    }

    // ------------------------------------------------------------------ C4

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void C4_aStoppedProcessIsNotDead(boolean consumer) {
        stop(consumer, Duration.ofSeconds(2));
    }

    @Tag("storm")
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void C4_storm(boolean consumer) {
        stop(consumer, Duration.ofSeconds(10));
    }

    private void stop(boolean consumer, Duration time) {
        RemoteEnd sink = RemoteEnd.open(processes.sink(), "k",
                processes.at("camera") + "slots=8 size=100000 varied=true");
        RemoteEnd source = RemoteEnd.subscribe(processes.source(), "s", processes.at("camera") + "hold=3");
        source.await("received", 1_000);
        RemoteEnd stopped = consumer ? source : sink;
        RemoteEnd other = consumer ? sink : source;

        stopped.child().stop();
        Liveness.pass(time);
        assertThat(other.signals().terminals()).isZero();
        stopped.child().resume();

        source.await("received", source.signals().received() + 1_000);
        sink.call("complete");
        Signals received = source.awaitEnd();
        assertThat(received).isEqualTo(new Signals(sink.signals().received(), "", 1, 0, "", ""));
        assertThat(sink.signals().terminals()).as("frames are still kept").isZero();
        source.call("release");
        assertThat(source.signals().problem()).isEmpty();
        assertThat(sink.awaitEnd().completions()).isOne();
    }

    // ------------------------------------------------------------------ C6

    @Test
    void C6_aKilledProducerIsReplacedUnderItsName() throws Exception {
        replaceKilled(4);
    }

    @Tag("storm")
    @Test
    void C6_storm() throws Exception {
        replaceKilled(50);
    }

    private void replaceKilled(int times) throws Exception {
        RemoteEnd source = RemoteEnd.subscribe(processes.source(), "s", processes.at("camera") + "retry=true");
        ChildJvm owner = processes.sink();
        Duration slowest = Duration.ZERO;
        for (int i = 0; i < times; i++) {
            // Ready before the kill, so that it opens while the system still takes its predecessor down.
            ChildJvm next = processes.sink();
            next.call("ping", new Options());
            long seen = source.signals().received();
            long start = System.nanoTime();
            RemoteEnd.open(owner, "k", processes.at("camera") + "size=200000 salt=" + i);
            slowest = Liveness.longer(slowest, Liveness.since(start));
            source.await("received", seen + 100);
            owner.killLater();
            owner = next;
        }
        long start = System.nanoTime();
        RemoteEnd last = RemoteEnd.open(owner, "k", processes.at("camera") + "size=200000 frames=100 salt=" + times);
        slowest = Liveness.longer(slowest, Liveness.since(start));
        Liveness.print("C6", "%d kills: an opening took at most %d ms".formatted(times, slowest.toMillis()));
        // 2 s are due on an idle machine.
        assertThat(slowest).isLessThan(Liveness.SOON);
        assertThat(names(processes.directory())).containsExactly(".lock", "camera");
        assertThat(names(processes.directory().resolve("camera"))).contains("lock", "pool", "socket")
                .filteredOn(name -> name.startsWith("pool") || name.startsWith("socket")).hasSize(2);
        Signals received = source.awaitEnd();
        assertThat(received.problem()).isEmpty();
        assertThat(received.completions()).isOne();
        assertThat(source.state().number("streams")).isEqualTo(times + 1L);
        assertThat(last.awaitEnd()).isEqualTo(new Signals(100, "", 1, 0, "", ""));
    }

    private static List<String> names(Path directory) throws Exception {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    // ------------------------------------------------------------------ C10

    @Test
    void C10_aNameHasOneOwner() {
        raceForDead(1, 10_000);
    }

    @Tag("storm")
    @Test
    void C10_storm() {
        raceForDead(50, 10_000);
    }

    private void raceForDead(int times, long frames) {
        RemoteEnd source = RemoteEnd.subscribe(processes.source(), "s", processes.at("camera") + "retry=true");
        String sinkOptions = processes.at("camera") + "size=64 varied=true ";
        ChildJvm owner = processes.sink();
        RemoteEnd.open(owner, "k", sinkOptions + "salt=0");
        for (int i = 1; i <= times; i++) {
            ChildJvm one = processes.sink();
            ChildJvm other = processes.sink();
            source.await("received", source.signals().received() + 1);
            for (ChildJvm late : List.of(owner, one, other)) {
                assertThatThrownBy(() -> RemoteEnd.open(late, "late", sinkOptions + "salt=9999"))
                        .hasMessageContaining(ShmChannelInUseException.class.getName())
                        .hasMessageContaining("camera");
            }
            source.await("received", source.signals().received() + frames);
            assertThat(source.state().number("streams")).isEqualTo(i);

            owner.kill();
            CompletableFuture<String> first = one.ask("open", Options.parse(sinkOptions + "id=k salt=" + i));
            CompletableFuture<String> second = other.ask("open", Options.parse(sinkOptions + "id=k salt=" + i));
            boolean firstWon = won(one, first);
            assertThat(won(other, second)).isEqualTo(!firstWon);
            owner = firstWon ? one : other;
            (firstWon ? other : one).close();
        }
        source.await("received", source.signals().received() + frames);
        owner.call("complete", new Options().with("id", "k"));
        Signals received = source.awaitEnd();
        assertThat(received.problem()).isEmpty();
        assertThat(received.completions()).isOne();
        assertThat(source.state().number("streams")).isEqualTo(times + 1L);
    }

    private static boolean won(ChildJvm child, CompletableFuture<String> opening) {
        String answer = child.await(opening.exceptionally(Throwable::getMessage), ChildJvm.PATIENCE, "opening");
        if (!answer.isEmpty()) {
            assertThat(answer).contains(ShmChannelInUseException.class.getName());
        }
        return answer.isEmpty();
    }

    // ------------------------------------------------------------------ whole streams

    @Test
    void aKilledConsumerOfLargeFramesIsReportedToItsProducer() {
        RemoteEnd sink = RemoteEnd.open(processes.sink(), "k", processes.at("camera") + "size=7269376");
        RemoteEnd source = RemoteEnd.subscribe(processes.source(), "s", processes.at("camera") + "hold=2");
        source.await("received", 50);
        long start = System.nanoTime();
        source.child().kill();
        Signals sent = sink.awaitEnd(Liveness.BOUND);
        Liveness.print("killed consumer", "its producer knew after %d ms".formatted(Liveness.since(start).toMillis()));
        assertThat(sent.failedWith(ShmPeerLostException.class)).isTrue();
        assertThat(sink.state().number("cancels")).isOne();
    }

    @Test
    void aKilledProducerOfLargeFramesIsReportedToItsConsumer() {
        RemoteEnd sink = RemoteEnd.open(processes.sink(), "k", processes.at("camera") + "size=7269376");
        RemoteEnd source = RemoteEnd.subscribe(processes.source(), "s", processes.at("camera") + "hold=2");
        source.await("received", 50);
        long start = System.nanoTime();
        sink.child().kill();
        Signals received = source.awaitEnd(Liveness.BOUND);
        Liveness.print("killed producer", "its consumer knew after %d ms".formatted(Liveness.since(start).toMillis()));
        assertThat(received.failedWith(ShmPeerLostException.class)).isTrue();
        assertThat(received.problem()).isEmpty();
        // What was kept is still whole, although its owner is gone.
        source.call("release");
        assertThat(source.signals().problem()).isEmpty();
        processes.clean();
    }
}
