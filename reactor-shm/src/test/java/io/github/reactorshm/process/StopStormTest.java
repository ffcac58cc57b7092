package io.github.reactorshm.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.Signals;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** Processes that are stopped and continued all the time, in every mode: nobody is declared dead. */
class StopStormTest {

    @RegisterExtension
    final Processes processes = new Processes();

    @Test
    void C4_stopsOfAnyProcess() {
        stop(10);
    }

    @Tag("storm")
    @Test
    void C4_stormOfStops() {
        stop(300);
    }

    private void stop(int times) {
        ChildJvm producer = processes.sink();
        List<ChildJvm> children = List.of(producer, processes.source(), processes.source());
        RemoteEnd sink = RemoteEnd.open(producer, "k",
                processes.at("camera") + "slots=12 size=50000 varied=true awaitSubscribers=5");
        RemoteEnd lossless = subscribe(children.get(1), "lossless", "mode=lossless hold=2");
        RemoteEnd latest = subscribe(children.get(2), "latest", "mode=latest hold=1");
        RemoteEnd one = subscribe(children.get(1), "one", "mode=group hold=1");
        RemoteEnd other = subscribe(children.get(2), "other", "mode=group hold=1");
        RemoteEnd decoded = subscribe(children.get(2), "decoded", "type=decoded");
        List<RemoteEnd> sources = List.of(lossless, latest, one, other, decoded);
        lossless.await("received", 10);
        for (int i = 0; i < times; i++) {
            List<ChildJvm> stopped = some(children);
            stopped.forEach(ChildJvm::stop);
            Liveness.pass(Duration.ofMillis(ThreadLocalRandom.current().nextInt(1, 150)));
            stopped.forEach(ChildJvm::resume);
            long before = lossless.signals().received();
            lossless.await("received", before + 10);
        }
        assertThat(sink.signals().terminals()).isZero();
        sources.forEach(source -> assertThat(source.signals().terminals()).isZero());

        sink.call("complete");
        List<Signals> seen = new ArrayList<>();
        sources.forEach(source -> seen.add(source.awaitEnd()));
        sources.forEach(source -> source.call("release"));
        assertThat(sink.awaitEnd().completions()).isOne();
        long published = sink.state().number("published");
        assertThat(seen).allSatisfy(signals -> {
            assertThat(signals.problem()).isEmpty();
            assertThat(signals.completions()).isOne();
        });
        assertThat(seen.get(0).received()).isEqualTo(published);
        assertThat(seen.get(1).received() + latest.state().number("skipped")).isEqualTo(published);
        assertThat(seen.get(2).received() + seen.get(3).received()).isEqualTo(published);
        assertThat(seen.get(4).received()).isEqualTo(published);
        assertThat(one.state().number("redelivered") + other.state().number("redelivered")).isZero();
        assertThat(sources).allSatisfy(source -> assertThat(source.signals().problem()).isEmpty());
        Liveness.print("C4", "%d stops; %d frames, of which the latest one took %d and the members %d and %d".formatted(
                times, published, seen.get(1).received(), seen.get(2).received(), seen.get(3).received()));
    }

    private RemoteEnd subscribe(ChildJvm child, String id, String options) {
        return RemoteEnd.subscribe(child, id, processes.at("camera") + options);
    }

    /** One or more of them. */
    private static List<ChildJvm> some(List<ChildJvm> children) {
        int chosen = ThreadLocalRandom.current().nextInt(1, 1 << children.size());
        List<ChildJvm> some = new ArrayList<>();
        for (int i = 0; i < children.size(); i++) {
            if ((chosen >> i & 1) == 1) {
                some.add(children.get(i));
            }
        }
        return some;
    }
}
