package io.github.reactorshm.process;

import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.ShmSource;
import io.github.reactorshm.error.ShmCancelledException;
import io.github.reactorshm.error.ShmPeerLostException;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Options;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.Signals;
import io.github.reactorshm.testkit.SinkProbe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** An end closes in its time whatever the other side does, and says what is lost by it. */
@Timeout(value = 120, unit = TimeUnit.SECONDS)
class BoundedCloseTest {

    private static final Duration PATIENCE = Duration.ofMillis(300);
    private static final int GIVEN = 5;

    /** What keeps the other side from its part. */
    enum Hindrance {
        STOPPED, BLOCKED, KEEPS_FRAMES
    }

    @RegisterExtension
    final Processes processes = new Processes();

    @ParameterizedTest
    @EnumSource
    void aSinkClosesInTimeAndSaysHowManyFramesWereNotGivenBack(Hindrance hindrance) {
        SinkProbe probe = open();
        RemoteEnd source = subscribe(probe.sink(), hindrance);
        long start = System.nanoTime();
        probe.sink().disposeLater(PATIENCE).block(Liveness.SOON);
        Duration took = Liveness.since(start);
        Liveness.print("close", "of a sink whose subscriber is %s: %d ms with a patience of %d ms".formatted(hindrance,
                took.toMillis(), PATIENCE.toMillis()));
        assertThat(took).isBetween(PATIENCE, Liveness.SOON);
        assertIsOver(probe, GIVEN + " frames were not given back and 0 not delivered");
        // It was given all that there was, so nothing of it was discarded.
        assertThat(probe.sink().discarded()).isZero();
        assertThat(whatItSaw(source, hindrance)).isEqualTo(new Signals(GIVEN, "", 1, 0, "", ""));
    }

    @Test
    void aSinkThatIsDisposedOfDoesNotWaitForAProcessThatIsStopped() {
        SinkProbe probe = open();
        RemoteEnd source = subscribe(probe.sink(), Hindrance.STOPPED);
        probe.sink().dispose();
        assertIsOver(probe, "its owner closed it");
        assertThat(whatItSaw(source, Hindrance.STOPPED).failedWith(ShmPeerLostException.class)).isTrue();
    }

    private SinkProbe open() {
        SinkProbe probe = new SinkProbe(Options.parse(processes.at("camera") + "slots=8 size=20000 varied=true"));
        probe.open();
        return probe;
    }

    private RemoteEnd subscribe(ShmSink<Long> sink, Hindrance hindrance) {
        RemoteEnd source = RemoteEnd.subscribe(processes.source(), "s", processes.at("camera") + "hold=8 demand="
                + GIVEN + (hindrance == Hindrance.BLOCKED ? " blockAt=3" : ""));
        source.await("received", hindrance == Hindrance.BLOCKED ? 3 : GIVEN);
        Liveness.until("all that it asked for", () -> sink.heldSlots() == GIVEN);
        if (hindrance == Hindrance.STOPPED) {
            source.child().stop();
        }
        return source;
    }

    private void assertIsOver(SinkProbe probe, String text) {
        assertThat(Kills.await(probe.end(), "the sink").failedWith(ShmCancelledException.class)).isTrue();
        assertThatThrownBy(() -> probe.sink().onTerminate().block(Liveness.SOON)).hasMessageContaining(text);
        assertThat(probe.sink().isDisposed()).isTrue();
        assertThat(processes.directory().resolve("camera")).doesNotExist();
        assertThat(probe.signals().terminals()).isOne();
    }

    private static Signals whatItSaw(RemoteEnd source, Hindrance hindrance) {
        switch (hindrance) {
            case STOPPED -> source.child().resume();
            case BLOCKED -> source.call("unblock");
            case KEEPS_FRAMES -> {
            }
        }
        Signals seen = source.awaitEnd();
        assertThat(seen.received()).isEqualTo(GIVEN);
        // What it keeps stays what it was.
        source.call("release");
        assertThat(source.signals().problem()).isEmpty();
        return seen;
    }

    @Test
    void aSourceClosesInTimeThoughItsProducerIsStopped() {
        ChildJvm producer = processes.sink();
        RemoteEnd sink = RemoteEnd.open(producer, "k", processes.at("camera") + "slots=8 size=20000 varied=true");
        Payloads numbers = Payloads.varied(0, 20_000);
        ShmSource<Long> source = new Channel(processes.directory(), "camera").source(numbers).build();
        Recorder<Long> recorder = Recorder.asking(3);
        source.subscribe(recorder);
        recorder.awaitItems(3);
        producer.stop();
        long start = System.nanoTime();
        source.disposeLater(PATIENCE).block(Liveness.SOON);
        Liveness.print("close", "of a source whose producer is stopped: %d ms".formatted(
                Liveness.since(start).toMillis()));
        recorder.awaitError(ShmCancelledException.class);
        recorder.verify();
        producer.resume();
        assertThat(sink.awaitEnd().failedWith(ShmCancelledException.class)).isTrue();
        assertThat(Files.exists(processes.directory().resolve("camera"))).isFalse();
    }
}
