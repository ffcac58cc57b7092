package io.github.reactorshm.examples.sensor;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.github.reactorshm.examples.program.RunningProgram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Runs that are ended in their middle, by signals. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs the kill command")
class SensorEndingTest {

    private static final Duration SOON = Duration.ofSeconds(60);

    @TempDir
    private Path work;
    private Path channels;

    @BeforeEach
    void makeChannels() throws IOException {
        channels = RunningProgram.newChannels();
    }

    @Test
    void controlCEndsAllProcessesAndLeavesNothing() throws Exception {
        try (RunningProgram sensor = startAndStream()) {
            List<ProcessHandle> all = processes(sensor);
            RunningProgram.signal(sensor.handle(), "INT");
            assertThat(sensor.exitStatus()).isEqualTo(130);
            assertGone(all);
            assertThat(sensor.errors()).noneMatch(line -> line.contains("error"));
            assertThat(sensor.output()).isEmpty();
            sensor.assertNothingLeft();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"producer", "consumer"})
    void aKilledProcessEndsTheRun(String killed) throws Exception {
        try (RunningProgram sensor = startAndStream()) {
            List<ProcessHandle> all = processes(sensor);
            RunningProgram.signal(sensor.role(killed), "KILL");
            assertThat(sensor.exitStatus()).isEqualTo(1);
            assertGone(all);
            assertThat(sensor.errorsOf("sensor"))
                    .containsExactly(
                            "sensor: error: the " + killed + " process was ended by signal 9: the run is over");
            assertThat(sensor.output()).isEmpty();
        }
    }

    /** Starts a run of two consumers that would never end, and waits until frames flow. */
    private RunningProgram startAndStream() throws IOException {
        RunningProgram sensor = RunningProgram.start(Sensor.class, work, channels, "--directory", channels.toString(),
                "--frames", Long.toString(Long.MAX_VALUE), "--size", "4096", "--slots", "3", "--consumers", "2",
                "--consume-ms",
                "1");
        await().atMost(SOON).until(() -> sensor.errors().stream().anyMatch(line -> line.matches("consumer: [1-9].*")));
        return sensor;
    }

    private static List<ProcessHandle> processes(RunningProgram sensor) {
        List<ProcessHandle> all = Stream.concat(Stream.of(sensor.handle()), sensor.handle().descendants()).toList();
        assertThat(all).hasSize(4);
        return all;
    }

    private static void assertGone(List<ProcessHandle> processes) {
        await().atMost(SOON).untilAsserted(() -> assertThat(processes).noneMatch(ProcessHandle::isAlive));
    }
}
