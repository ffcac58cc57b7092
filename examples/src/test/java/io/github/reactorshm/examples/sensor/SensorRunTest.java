package io.github.reactorshm.examples.sensor;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.github.reactorshm.examples.program.RunningProgram;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Whole runs of the program, to their end. */
class SensorRunTest {

    @TempDir
    private Path work;
    private Path channels;

    @BeforeEach
    void makeChannels() throws IOException {
        channels = RunningProgram.newChannels();
    }

    @Test
    void oneSlotIsEnoughForPicturesWithPoints() throws Exception {
        try (RunningProgram sensor = start("--frames", "20", "--slots", "1")) {
            JsonNode report = succeeded(sensor, 20, 1);
            assertThat(report.get("frameBytes").asLong()).isEqualTo(7_269_504);
            assertThat(report.get("slots").asInt()).isEqualTo(1);
            assertThat(report.get("fps").asDouble()).isPositive();
            assertThat(report.get("ageMicros").propertyNames()).containsExactlyInAnyOrder("p50", "p95", "p99", "max");
            assertThat(report.get("cpuMsPerFrame").get("producer").asDouble()).isPositive();
            assertThat(report.get("cpuMsPerFrame").get("consumers").get(0).asDouble()).isPositive();
        }
    }

    @Test
    void threeConsumersGetEveryFrame() throws Exception {
        try (RunningProgram sensor = start("--frames", "500", "--size", "1000", "--slots", "3", "--consumers", "3")) {
            assertThat(succeeded(sensor, 500, 3).get("frameBytes").asLong()).isEqualTo(1000);
        }
    }

    @Test
    void oneFrameOfOneByteIsEnough() throws Exception {
        try (RunningProgram sensor = start("--frames", "1", "--size", "1", "--slots", "1", "--produce-ms", "2",
                "--consume-ms", "2")) {
            succeeded(sensor, 1, 1);
        }
    }

    @Test
    void overlapComparesOneSlotWithTwo() throws Exception {
        try (RunningProgram sensor = RunningProgram.start(Sensor.class, work, channels, "overlap", "--directory",
                channels.toString(), "--frames", "5", "--work-ms", "1", "--rounds", "1", "--size", "100")) {
            assertThat(sensor.exitStatus()).as("errors: %s", sensor.errors()).isZero();
            JsonNode report = json(sensor);
            assertThat(report.get("oneSlotFps")).hasSize(1);
            assertThat(report.get("twoSlotsFps")).hasSize(1);
            assertThat(report.get("ratio").asDouble()).isPositive();
            sensor.assertNothingLeft();
        }
    }

    @Test
    void theRolesRunAlsoOnTheirOwnAndTheProducerMayComeFirst() throws Exception {
        try (RunningProgram producer = role("producer", "--frames", "50", "--size", "100", "--consumers", "2");
                RunningProgram first = role("consumer");
                RunningProgram second = role("consumer", "--consume-ms", "1")) {
            assertThat(producer.exitStatus()).isZero();
            assertThat(json(producer).get("sent").asLong()).isEqualTo(50);
            for (RunningProgram consumer : List.of(first, second)) {
                assertThat(consumer.exitStatus()).isZero();
                assertThat(json(consumer).get("received").asLong()).isEqualTo(50);
                assertThat(json(consumer).get("torn").asLong()).isZero();
            }
        }
    }

    @Test
    void aPoolThatDoesNotFitIsAClearError() throws Exception {
        try (RunningProgram sensor = start("--size", "1000000000000", "--slots", "1000")) {
            assertThat(sensor.exitStatus()).isEqualTo(1);
            assertThat(sensor.errorsOf("producer")).singleElement().asString().contains(channels.toString());
            assertThat(sensor.errorsOf("consumer")).isEmpty();
            assertThat(sensor.errorsOf("sensor")).isEmpty();
            sensor.assertNothingLeft();
        }
    }

    private RunningProgram start(String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of("--directory", channels.toString()));
        all.addAll(List.of(arguments));
        return RunningProgram.start(Sensor.class, work, channels, all.toArray(String[]::new));
    }

    /** A role in the channels' directory of this test, which each of them removes when it is closed. */
    private RunningProgram role(String role, String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of(role, "--directory", channels.toString()));
        all.addAll(List.of(arguments));
        Path own = role.equals("producer") ? channels : RunningProgram.newChannels();
        return RunningProgram.start(Sensor.class, work, own, all.toArray(String[]::new));
    }

    private static JsonNode succeeded(RunningProgram sensor, long frames, int consumers) throws Exception {
        assertThat(sensor.exitStatus()).as("errors: %s", sensor.errors()).isZero();
        JsonNode report = json(sensor);
        assertThat(report.get("sent").asLong()).isEqualTo(frames);
        assertThat(report.get("received")).hasSize(consumers).allMatch(received -> received.asLong() == frames);
        assertThat(report.get("lost").asLong()).isZero();
        assertThat(report.get("torn").asLong()).isZero();
        sensor.assertNothingLeft();
        return report;
    }

    private static JsonNode json(RunningProgram sensor) throws IOException {
        assertThat(sensor.output()).hasSize(1);
        return new JsonMapper().readTree(sensor.output().getFirst());
    }
}
