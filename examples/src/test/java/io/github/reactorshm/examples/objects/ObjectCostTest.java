package io.github.reactorshm.examples.objects;

import java.nio.file.Path;

import io.github.reactorshm.examples.program.RunningProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Whole runs of the program. */
class ObjectCostTest {

    @TempDir
    private Path work;

    @Test
    void bothCodecsAreMeasuredInOneRun() throws Exception {
        Path channels = RunningProgram.newChannels();
        try (RunningProgram objects = RunningProgram.start(ObjectCost.class, work, channels, "--directory",
                channels.toString(), "--frames", "500", "--warm-up", "100")) {
            assertThat(objects.exitStatus()).as("errors: %s", objects.errors()).isZero();
            assertThat(objects.output()).hasSize(1);
            JsonNode report = new JsonMapper().readTree(objects.output().getFirst());
            for (String codec : new String[]{"record", "kryo", "kryoScene"}) {
                JsonNode cost = report.get(codec);
                assertThat(cost.get("frames").asLong()).as(codec).isEqualTo(500);
                assertThat(cost.get("bytes").asLong()).as(codec).isPositive();
                for (String call : new String[]{"encodeNanos", "decodeNanos"}) {
                    assertThat(cost.get(call).propertyNames()).as(codec).containsExactly("p50", "p95", "p99");
                    assertThat(cost.get(call).get("p50").asDouble()).as(codec).isPositive();
                }
            }
            assertThat(report.get("callsPerSample").asInt()).isEqualTo(16);
            assertThat(report.get("record").get("bytes").asLong()).isEqualTo(40);
            assertThat(report.get("encodeRatio").asDouble()).isPositive();
            assertThat(report.get("decodeRatio").asDouble()).isPositive();
            assertThat(String.join("\n", objects.errors())).contains("median for a detection: record codec");
            objects.assertNothingLeft();
        }
    }

    @Test
    void wrongUsageIsOneLineAndStatus2() throws Exception {
        try (RunningProgram objects = RunningProgram.start(ObjectCost.class, work, RunningProgram.newChannels(),
                "--frames",
                "0")) {
            assertThat(objects.exitStatus()).isEqualTo(2);
            assertThat(objects.errors()).singleElement().asString()
                    .startsWith("objects: error: --frames must be 1 to 1000000000, not 0");
        }
    }
}
