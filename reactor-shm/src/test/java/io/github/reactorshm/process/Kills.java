package io.github.reactorshm.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Latencies;
import io.github.reactorshm.testkit.Options;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.ReadyChildren;
import io.github.reactorshm.testkit.Signals;
import io.github.reactorshm.testkit.SinkProbe;
import io.github.reactorshm.testkit.SinkRole;
import io.github.reactorshm.testkit.SourceRole;
import org.HdrHistogram.Histogram;

import static org.assertj.core.api.Assertions.assertThat;

/** What rounds of kills share: victims that have started, one channel's name for all of them, and the figures. */
final class Kills implements AutoCloseable {

    static final String CHANNEL = "storm";

    private final Processes processes;
    private final Path journals;
    private final ReadyChildren sinks = new ReadyChildren(SinkRole.class, 2);
    private final ReadyChildren sources = new ReadyChildren(SourceRole.class, 2);
    private final Histogram signals = new Histogram(3);
    private final Histogram back = new Histogram(3);
    private final Map<Stage, AtomicInteger> consumers = new EnumMap<>(Stage.class);
    private final Map<Stage, AtomicInteger> producers = new EnumMap<>(Stage.class);

    Kills(Processes processes, Path journals) {
        this.processes = processes;
        this.journals = journals;
    }

    ChildJvm sink() {
        return processes.add(sinks.take());
    }

    ChildJvm source() {
        return processes.add(sources.take());
    }

    String at() {
        return processes.at(CHANNEL);
    }

    Path directory() {
        return processes.directory();
    }

    Path journal(String name) {
        return journals.resolve(name);
    }

    /** Kills now and says when. */
    static long kill(ChildJvm victim) {
        long now = System.nanoTime();
        victim.killLater();
        return now;
    }

    void consumerDied(Stage stage) {
        consumers.computeIfAbsent(stage, s -> new AtomicInteger()).incrementAndGet();
    }

    void producerDied(Stage stage) {
        producers.computeIfAbsent(stage, s -> new AtomicInteger()).incrementAndGet();
    }

    /** A survivor was told of a death; not if it was told of something else before. */
    void told(long killed, long end) {
        if (end > killed) {
            signals.recordValue(end - killed);
        }
    }

    /** Everything that a victim had was the producer's again. */
    void backSince(long killed) {
        back.recordValue(System.nanoTime() - killed);
    }

    static Signals await(CompletableFuture<Signals> end, String what) {
        return end.orTimeout(Liveness.BOUND.toMillis(), TimeUnit.MILLISECONDS).handle((signals, error) -> {
            if (error != null) {
                throw new AssertionError(what + " has no terminal signal after " + Liveness.BOUND, error);
            }
            return signals;
        }).join();
    }

    /** Opens a sink in this process; whatever a killed owner left behind is gone with it. */
    SinkProbe open(String options) {
        SinkProbe probe = new SinkProbe(Options.parse(at() + options));
        probe.open();
        assertNothingElse();
        return probe;
    }

    void assertNothingElse() {
        assertThat(names(directory())).containsExactly(".lock", CHANNEL);
        assertThat(names(directory().resolve(CHANNEL))).filteredOn(name -> !name.startsWith("sub-"))
                .contains("lock", "pool", "socket").hasSizeBetween(3, 4);
    }

    static List<String> names(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void verify(int kills, int leastOfEach) {
        assertThat(sum(consumers) + sum(producers)).isEqualTo(kills);
        for (Stage stage : Stage.values()) {
            assertThat(count(consumers, stage) + count(producers, stage)).as("kills while %s", stage)
                    .isGreaterThanOrEqualTo(leastOfEach);
        }
        // Some survivors were told of something else before, or had nothing to be told; most were told of the death.
        assertThat(signals.getTotalCount()).as("survivors that were told of a kill").isGreaterThanOrEqualTo(kills / 2);
        assertThat(back.getTotalCount()).as("kills after which everything came back")
                .isGreaterThanOrEqualTo(kills / 10);
        assertThat(Duration.ofNanos(signals.getMaxValue())).as("from a kill to the survivor's terminal signal")
                .isLessThan(Liveness.SOON);
        assertThat(Duration.ofNanos(back.getMaxValue())).as("from a kill to the return of what was held")
                .isLessThan(Liveness.SOON);
    }

    private static int count(Map<Stage, AtomicInteger> counts, Stage stage) {
        AtomicInteger count = counts.get(stage);
        return count == null ? 0 : count.get();
    }

    private static int sum(Map<Stage, AtomicInteger> counts) {
        return counts.values().stream().mapToInt(AtomicInteger::get).sum();
    }

    @Override
    public String toString() {
        return "%d consumers %s and %d producers %s; from the kill to the terminal signal: %s; to the return of the slots: %s"
                .formatted(sum(consumers), consumers, sum(producers), producers, Latencies.describe(signals),
                        Latencies.describe(back));
    }

    @Override
    public void close() {
        try (sinks; sources) {
            // Both, whatever the one does.
        }
    }
}
