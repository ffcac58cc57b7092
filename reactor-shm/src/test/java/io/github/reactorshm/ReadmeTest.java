package io.github.reactorshm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/** The two programs of the README compile and do what it says, as two processes. */
class ReadmeTest {

    @TempDir
    Path directory;

    @Test
    void itsProducerAndConsumerWork() throws Exception {
        Map<String, String> programs = Readme.programs().stream()
                .collect(Collectors.toMap(Readme::className, Function.identity()));
        assertThat(programs).containsOnlyKeys("Producer", "Consumer");
        Path classes = Readme.compile(directory, programs);
        Path base = Files.createDirectory(directory.resolve("shm"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Path printed = directory.resolve("consumer.txt");
        Process consumer = start(classes, base, "Consumer", printed);
        Process producer = start(classes, base, "Producer", directory.resolve("producer.txt"));
        try {
            // Two JVMs start and a second of readings passes; a busy machine may take long.
            assertThat(producer.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(consumer.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(producer.exitValue()).isZero();
            assertThat(consumer.exitValue()).isZero();
            assertThat(Files.readAllLines(printed)).filteredOn(line -> line.startsWith("reading ")).hasSize(100);
            try (var left = Files.list(base)) {
                assertThat(left.map(file -> file.getFileName().toString())).containsOnly(".lock");
            }
        } finally {
            producer.destroyForcibly();
            consumer.destroyForcibly();
        }
    }

    private Process start(Path classes, Path base, String main, Path output) throws IOException {
        String java = ProcessHandle.current().info().command().orElseThrow();
        return new ProcessBuilder(java, "-Dreactorshm.directory=" + base, "-cp",
                classes + ":" + System.getProperty("java.class.path"), main).redirectErrorStream(true)
                .redirectOutput(output.toFile()).start();
    }
}
