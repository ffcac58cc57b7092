package io.github.reactorshm.process;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.ReadyChildren;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.Signals;
import io.github.reactorshm.testkit.SourceRole;
import io.github.reactorshm.testkit.Usage;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** Mixed modes for a long time: nothing may grow. */
class SoakTest {

    private static final double MIB = 1024 * 1024;
    private static final long SEED = 20_261_130;
    /** Code that is compiled later, and the test kit's own figures of signals; a leak of a frame's bookkeeping is far more. */
    private static final long HEAP_SLACK = 8L << 20;
    /** What a JVM takes of the machine's memory grows and shrinks as its collector likes. A pool that stayed mapped is 3 MiB each time. */
    private static final long RESIDENT_SLACK = 128L << 20;

    @RegisterExtension
    final Processes processes = new Processes();

    @Test
    void nothingGrowsWhileSubscriptionsComeGoAndDie() {
        soak(Duration.ofSeconds(4), Duration.ofSeconds(8));
    }

    /** {@code mvn -B -Psoak -pl reactor-shm test}, with {@code -Dsoak.minutes=60} for longer. */
    @Tag("soak")
    @Test
    void soak() {
        soak(Duration.ofMinutes(1), Duration.ofMinutes(Long.getLong("soak.minutes", 10)));
    }

    private void soak(Duration warmUp, Duration time) {
        try (ReadyChildren spare = new ReadyChildren(SourceRole.class, 1)) {
            Soak soak = new Soak(processes.at("camera"), processes.directory(), processes.sink(), processes.source(),
                    processes.source(), spare, SEED);
            soak.churn(warmUp);
            soak.quieten();
            Map<String, Usage> before = soak.usage();
            long sharedBefore = soak.sharedMemory();
            soak.churn(time);
            soak.quieten();
            // Sockets and mappings of those who left go within a tick or two; the rest is for a busy machine.
            Awaitility.await().atMost(Liveness.BOUND)
                    .untilAsserted(
                            () -> soak.usage().forEach((name, usage) -> assertFlat(name, before.get(name), usage)));
            Map<String, Usage> after = soak.usage();
            long sharedAfter = soak.sharedMemory();
            RemoteEnd sink = soak.sink();
            long published = sink.state().number("published");
            soak.end();

            print(time, before, after, sharedBefore, sharedAfter);
            Liveness.print("soak", published + " frames; " + soak.events());
            soak.steady().forEach((name, end) -> {
                Signals signals = end.awaitEnd();
                assertThat(signals.problem()).as(name).isEmpty();
                assertThat(signals.completions()).as(name).isOne();
                end.call("release");
            });
            assertThat(sink.awaitEnd().completions()).isOne();
            long all = sink.state().number("published");
            assertThat(all).isGreaterThanOrEqualTo(published);
            assertThat(soak.steady().get("lossless").signals().received()).isEqualTo(all);
            RemoteEnd viewer = soak.steady().get("latest");
            assertThat(viewer.signals().received() + viewer.state().number("skipped")).as("seen and skipped")
                    .isEqualTo(all);
            assertThat(sharedAfter).isEqualTo(sharedBefore);
        }
    }

    private static void assertFlat(String name, Usage before, Usage after) {
        assertThat(after.descriptors()).as("descriptors of %s", name).isLessThanOrEqualTo(before.descriptors() + 2);
        assertThat(after.threads()).as("threads of %s", name).isLessThanOrEqualTo(before.threads() + 2);
        assertThat(after.heap()).as("heap of %s", name).isLessThan(before.heap() + HEAP_SLACK);
        assertThat(after.resident()).as("resident memory of %s", name).isLessThan(before.resident() + RESIDENT_SLACK);
    }

    private static void print(Duration time, Map<String, Usage> before, Map<String, Usage> after, long sharedBefore,
            long sharedAfter) {
        Liveness.print("soak", "| process | live heap, MiB | resident, MiB | descriptors | threads |");
        Liveness.print("soak", "| --- | --- | --- | --- | --- |");
        after.forEach((name, usage) -> Liveness.print("soak", row(name, before.get(name), usage)));
        Liveness.print("soak", String.format(Locale.ROOT, "/dev/shm: %.1f MiB before and %.1f MiB after %d s",
                sharedBefore / MIB, sharedAfter / MIB, time.toSeconds()));
    }

    private static String row(String name, Usage before, Usage after) {
        return "| " + String.join(" | ", List.of(name, change("%.1f", before.heap() / MIB, after.heap() / MIB),
                change("%.0f", before.resident() / MIB, after.resident() / MIB),
                before.descriptors() + " → " + after.descriptors(),
                before.threads() + " → " + after.threads())) + " |";
    }

    private static String change(String format, double before, double after) {
        return String.format(Locale.ROOT, format + " → " + format, before, after);
    }
}
