package io.github.reactorshm.benchmarks;

import java.nio.file.Path;

import io.github.reactorshm.benchmarks.support.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(300)
class RingsTest {

    @TempDir
    Path outputs;

    @TempDir(factory = SharedMemory.class)
    Path directory;

    @Test
    void framesCrossAndNothingIsLeft() throws Exception {
        try (BenchmarksProcess program = BenchmarksProcess.start(outputs.resolve("output"), "rings", "--directory",
                directory.toString(), "--slots", "8", "--warmup", "1", "--iterations", "2", "--millis", "100",
                "--forks", "1")) {
            assertThat(program.await()).as("%s", program.errorLines()).isZero();
            JsonNode report = Json.tree(program.output());
            assertThat(report.path("benchmark").asString()).isEqualTo("rings");
            assertThat(report.path("machine").path("cores").asInt()).isPositive();
            assertThat(report.path("framesPerSecond").asDouble()).isPositive();
            JsonNode jmh = report.path("jmh").path(0);
            assertThat(jmh.path("params").path("slots").asString()).isEqualTo("8");
            assertThat(jmh.path("primaryMetric").path("rawData").path(0).size()).isEqualTo(2);
            assertThat(jmh.path("secondaryMetrics").path("publish").path("score").asDouble()).isPositive();
        }
        BenchmarksProcess.assertEmpty(directory);
    }
}
