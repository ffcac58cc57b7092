package io.github.reactorshm.examples.workers;

import java.nio.file.Path;
import java.util.stream.StreamSupport;

import io.github.reactorshm.examples.program.RunningProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Whole runs of the program: a worker is killed in each. */
class WorkerPoolTest {

    @TempDir
    private Path work;

    @ParameterizedTest
    @CsvSource({"2, 8", "3, 16"})
    void everyTaskIsDoneAndThoseThatComeAgainAreMarked(int workers, int slots) throws Exception {
        Path channels = RunningProgram.newChannels();
        try (RunningProgram pool = RunningProgram.start(WorkerPool.class, work, channels, "--directory",
                channels.toString(), "--frames", "150", "--size", "10001", "--work-ms", "5", "--slots",
                Integer.toString(slots), "--workers", Integer.toString(workers))) {
            assertThat(pool.exitStatus()).as("errors: %s", pool.errors()).isZero();
            assertThat(pool.output()).hasSize(1);
            JsonNode report = new JsonMapper().readTree(pool.output().getFirst());
            assertThat(report.get("sent").asLong()).isEqualTo(150);
            assertThat(report.get("missing").asLong()).isZero();
            assertThat(report.get("doneTwice").asLong()).isZero();
            assertThat(report.get("torn").asLong()).isZero();
            // On a busy machine the victim may have been between two tasks, or have done its last one.
            assertThat(report.get("redelivered").size()).as("the victim's share").isLessThanOrEqualTo(slots);
            assertThat(report.get("workers")).hasSize(workers);
            assertThat(report.get("workers").get(0).get("killed").asBoolean()).isTrue();
            assertThat(done(report)).as("with those done again").isBetween(150L,
                    150L + report.get("redelivered").size());
            JsonNode viewer = report.get("viewer");
            assertThat(viewer.get("seen").asLong()).isPositive();
            assertThat(viewer.get("seen").asLong() + viewer.get("skipped").asLong()).isEqualTo(150);
            assertThat(String.join("\n", pool.errors())).contains("killed while it worked",
                    "150 tasks: 150 done, 0 missing");
            pool.assertNothingLeft();
        }
    }

    /** A task takes so long that the victim, which has always one, is killed in the middle of one. */
    @Test
    void whatTheVictimHadBegunIsDoneByAnotherAndMarked() throws Exception {
        Path channels = RunningProgram.newChannels();
        try (RunningProgram pool = RunningProgram.start(WorkerPool.class, work, channels, "--directory",
                channels.toString(), "--frames", "12", "--size", "10001", "--work-ms", "400", "--slots", "8",
                "--workers", "2")) {
            assertThat(pool.exitStatus()).as("errors: %s", pool.errors()).isZero();
            JsonNode report = new JsonMapper().readTree(pool.output().getFirst());
            assertThat(report.get("missing").asLong()).isZero();
            assertThat(report.get("doneTwice").asLong()).as("done twice without a mark").isZero();
            assertThat(report.get("redelivered").size()).as("%s", report).isPositive();
            JsonNode survivor = report.get("workers").get(1);
            assertThat(survivor.get("killed").asBoolean()).isFalse();
            assertThat(survivor.get("redelivered").asLong()).isEqualTo(report.get("redelivered").size());
            pool.assertNothingLeft();
        }
    }

    private static long done(JsonNode report) {
        return StreamSupport.stream(report.get("workers").spliterator(), false).mapToLong(w -> w.get("done").asLong())
                .sum();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "--workers 1|worker-pool: error: --workers must be 2 to 32, not 1",
            "--slots 0|worker-pool: error: --slots: ", "--size 0|worker-pool: error: --size must be at least 1, not 0",
            "worker --frames 0|worker: error: --frames must be at least 1, not 0"})
    void wrongUsageIsOneLineAndStatus2(String arguments, String line) throws Exception {
        try (RunningProgram pool = RunningProgram.start(WorkerPool.class, work, RunningProgram.newChannels(),
                arguments.split(" "))) {
            assertThat(pool.exitStatus()).isEqualTo(2);
            assertThat(pool.errors()).singleElement().asString().startsWith(line);
            assertThat(pool.output()).isEmpty();
        }
    }

    @Test
    void helpNamesTheOptions() throws Exception {
        try (RunningProgram pool = RunningProgram.start(WorkerPool.class, work, RunningProgram.newChannels(),
                "--help")) {
            assertThat(pool.exitStatus()).isZero();
            assertThat(String.join("\n", pool.output())).contains("Usage: worker-pool", "--workers=N", "--work-ms=MS",
                    "viewer");
        }
    }
}
