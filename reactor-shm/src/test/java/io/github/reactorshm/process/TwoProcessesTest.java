package io.github.reactorshm.process;

import java.time.Duration;

import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.Signals;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Whole streams from one child JVM to another, every byte and the order checked. */
class TwoProcessesTest {

    @RegisterExtension
    final Processes processes = new Processes();

    @ParameterizedTest
    @ValueSource(strings = {"raw", "decoded", "process"})
    void smallFramesOfEveryLength(String type) {
        stream(type, 100_000, "slots=64 varied=true size=257 ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"raw", "process"})
    void cameraFrames(String type) {
        stream(type, 2_000, "slots=8 size=" + Payloads.CAMERA + " ");
    }

    private void stream(String type, long frames, String pool) {
        ChildJvm sinks = processes.sink();
        ChildJvm sources = processes.source();
        RemoteEnd sink = RemoteEnd.open(sinks, "k", processes.at("camera") + pool + "frames=" + frames);
        long start = System.nanoTime();
        RemoteEnd source = RemoteEnd.subscribe(sources, "s", processes.at("camera") + "type=" + type);

        // A fast machine takes seconds; the bound is for one that has much else to do.
        Signals received = source.awaitEnd(Duration.ofMinutes(3));
        Signals sent = sink.awaitEnd();
        System.out.printf("%s: %,d frames in %,d ms%n", type, frames, (System.nanoTime() - start) / 1_000_000);

        assertThat(received).isEqualTo(new Signals(frames, "", 1, 0, "", ""));
        assertThat(sent).isEqualTo(new Signals(frames, "", 1, 0, "", ""));
        assertThat(sink.state().number("cancels")).isZero();
    }
}
