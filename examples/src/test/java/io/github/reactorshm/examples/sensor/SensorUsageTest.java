package io.github.reactorshm.examples.sensor;

import java.nio.file.Path;

import io.github.reactorshm.examples.Examples;
import io.github.reactorshm.examples.program.RunningProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class SensorUsageTest {

    @TempDir
    private Path work;

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"--frames 0|sensor: error: --frames must be at least 1, not 0",
            "--slots 0|sensor: error: --slots: ", "--consumers 65|sensor: error: --consumers must be 1 to 64, not 65",
            "consumer --consume-ms -5|consumer: error: --consume-ms must be at least 0, not -5",
            "producer --channel a/b|producer: error: --channel: ",
            "overlap --rounds 0|overlap: error: --rounds must be at least 1, not 0"})
    void wrongUsageIsOneLineAndStatus2(String arguments, String line) throws Exception {
        assertFails(Sensor.class, line, arguments);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"|examples: error: name one of video, sensor, objects, worker-pool",
            "sensor --slots 3 producer|sensor: error: options belong behind the subcommand: --slots"})
    void theCommandOfAllExamplesIsJustAsStrict(String arguments, String line) throws Exception {
        assertFails(Examples.class, line, arguments == null ? "" : arguments);
    }

    @Test
    void helpNamesTheOptions() throws Exception {
        try (RunningProgram sensor = RunningProgram.start(Sensor.class, work, RunningProgram.newChannels(), "--help")) {
            assertThat(sensor.exitStatus()).isZero();
            assertThat(String.join("\n", sensor.output())).contains("Usage: sensor", "--channel=NAME",
                    "--directory=DIR",
                    "--size=BYTES", "--consume-ms=MS", "overlap");
            assertThat(sensor.errors()).isEmpty();
        }
    }

    @Test
    void theExamplesAreListed() throws Exception {
        try (RunningProgram examples = RunningProgram.start(Examples.class, work, RunningProgram.newChannels(),
                "--help")) {
            assertThat(examples.exitStatus()).isZero();
            assertThat(String.join("\n", examples.output())).contains("video", "sensor", "objects", "worker-pool");
        }
    }

    private void assertFails(Class<?> program, String line, String arguments) throws Exception {
        String[] all = arguments.isEmpty() ? new String[0] : arguments.split(" ");
        try (RunningProgram sensor = RunningProgram.start(program, work, RunningProgram.newChannels(), all)) {
            assertThat(sensor.exitStatus()).isEqualTo(2);
            assertThat(sensor.errors()).singleElement().asString().startsWith(line);
            assertThat(sensor.output()).isEmpty();
        }
    }
}
