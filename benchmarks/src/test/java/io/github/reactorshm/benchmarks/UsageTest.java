package io.github.reactorshm.benchmarks;

import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

@Timeout(300)
class UsageTest {

    @TempDir
    Path directory;

    @Test
    void helpNamesTheSubcommandsAndNotTheHiddenOne() throws Exception {
        try (BenchmarksProcess program = BenchmarksProcess.start(directory.resolve("output"), "--help")) {
            assertThat(program.await()).isZero();
            assertThat(program.output()).contains("rings", "small-frames").doesNotContain("small-frames-consumer");
            assertThat(program.errorLines()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
            "small-frames --frobnicate | small-frames: error: Unknown option: '--frobnicate' (see benchmarks small-frames --help)",
            "small-frames --slots 0 | small-frames: error: --slots must be from 1 to 1048576 but is 0 (see benchmarks small-frames --help)",
            "rings --directory /nowhere | rings: error: --directory: /nowhere is no directory that can be written to (see benchmarks rings --help)"})
    void wrongUsageIsOneLineAndStatus2(String arguments, String line) throws Exception {
        try (BenchmarksProcess program = BenchmarksProcess.start(directory.resolve("output"), arguments.split(" "))) {
            assertThat(program.await()).isEqualTo(2);
            assertThat(program.errorLines()).containsExactly(line);
            assertThat(program.output()).isEmpty();
        }
    }
}
