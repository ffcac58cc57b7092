package io.github.reactorshm.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.github.reactorshm.benchmarks.support.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

@Timeout(300)
class SmallFramesTest {

    private static final String ERROR = "small-frames: error: ";
    private static final String FIRST_PAIR = "small-frames: pair 1 of ";

    @TempDir
    Path outputs;

    @TempDir(factory = SharedMemory.class)
    Path directory;

    @Test
    void everyFrameOfEveryRoundIsReportedAndNothingIsLeft() throws Exception {
        Path json = outputs.resolve("report.json");
        try (BenchmarksProcess program = start("--slots", "256", "--frames", "3000", "--rounds", "2", "--warmup", "1",
                "--json", json.toString())) {
            assertThat(program.await()).as("%s", program.errorLines()).isZero();
            assertThat(program.output()).isEmpty();
            assertThat(program.errorLines()).anyMatch(line -> line.strip().startsWith("median "));
        }
        JsonNode report = Json.tree(Files.readString(json));
        assertThat(report.path("parameters").path("slots").asInt()).isEqualTo(256);
        assertThat(report.path("machine").path("cpu").asString()).isNotEmpty();
        assertThat(report.path("warmup").size()).isEqualTo(1);
        assertThat(report.path("rounds").size()).isEqualTo(2);
        for (JsonNode pair : report.path("rounds")) {
            assertRound(pair.path("bare"));
            assertRound(pair.path("channel"));
            assertThat(pair.path("channel").path("ageMicros").path("samples").asLong()).isEqualTo(3);
            assertThat(pair.path("ratio").asDouble())
                    .isEqualTo(rate(pair.path("channel")) / rate(pair.path("bare")), within(0.001));
        }
        JsonNode summary = report.path("summary");
        assertThat(summary.path("ratio").path("median").asDouble())
                .isBetween(summary.path("ratio").path("min").asDouble(), summary.path("ratio").path("max").asDouble());
        assertThat(summary.path("channelAgeMicros").path("samples").asLong()).isEqualTo(6);
        BenchmarksProcess.assertEmpty(directory);
    }

    private static void assertRound(JsonNode round) {
        assertThat(round.path("frames").asLong()).isEqualTo(3000);
        assertThat(round.path("nanoseconds").asLong()).isPositive();
        assertThat(rate(round)).isEqualTo(3000e9 / round.path("nanoseconds").asLong(), within(1.0));
    }

    private static double rate(JsonNode round) {
        return round.path("framesPerSecond").asDouble();
    }

    @Test
    void aKilledConsumerIsOneLineAndStatus1() throws Exception {
        try (BenchmarksProcess program = startEndless()) {
            program.awaitErrorLine(FIRST_PAIR);
            ProcessHandle consumer = program.child();
            consumer.destroyForcibly();
            assertThat(program.await()).isEqualTo(1);
            assertThat(program.errorLines()).filteredOn(line -> line.startsWith(ERROR)).containsExactly(ERROR
                    + "the consumer's process " + consumer.pid() + " was ended by signal 9 in the middle of the run");
            assertThat(program.errorLines().getLast()).startsWith(ERROR);
            assertThat(program.output()).isEmpty();
        }
        BenchmarksProcess.assertEmpty(directory);
    }

    @Test
    void aKilledProducerTakesTheConsumerAndTheFilesWithIt() throws Exception {
        try (BenchmarksProcess program = startEndless()) {
            program.awaitErrorLine(FIRST_PAIR);
            ProcessHandle consumer = program.child();
            program.process().toHandle().destroyForcibly();
            BenchmarksProcess.assertEnds(program.process().toHandle());
            BenchmarksProcess.assertEnds(consumer);
        }
        BenchmarksProcess.assertEmpty(directory);
    }

    @Test
    void aSignalEndsBothProcessesQuietly() throws Exception {
        try (BenchmarksProcess program = startEndless()) {
            program.awaitErrorLine(FIRST_PAIR);
            ProcessHandle consumer = program.child();
            program.process().toHandle().destroy();
            assertThat(program.await()).isEqualTo(128 + 15);
            BenchmarksProcess.assertEnds(consumer);
            assertThat(program.errorLines()).noneMatch(line -> line.startsWith(ERROR));
        }
        BenchmarksProcess.assertEmpty(directory);
    }

    private BenchmarksProcess startEndless() throws IOException {
        return start("--frames", "5000", "--rounds", "10000", "--warmup", "0");
    }

    private BenchmarksProcess start(String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("small-frames", "--directory", directory.toString()));
        arguments.addAll(List.of(options));
        return BenchmarksProcess.start(outputs.resolve("output"), arguments.toArray(String[]::new));
    }
}
