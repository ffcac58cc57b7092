package io.github.reactorshm.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.reactorshm.benchmarks.support.JvmCommand;

import static org.assertj.core.api.Assertions.assertThat;

/** The program in a process of its own, as a user starts it. */
final class BenchmarksProcess implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 120;

    private final Process process;
    private final Path output;
    private final BufferedReader errors;
    private final List<String> errorLines = new ArrayList<>();

    private BenchmarksProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
        this.errors = process.errorReader();
    }

    /** Starts it; its standard output goes to a file. */
    static BenchmarksProcess start(Path output, String... arguments) throws IOException {
        List<String> command = JvmCommand.of(Benchmarks.class,
                // JMH uses Unsafe, and refuses to run beside another JMH.
                List.of("--sun-misc-unsafe-memory-access=allow", "-Djmh.ignoreLock=true"), List.of(arguments));
        return new BenchmarksProcess(new ProcessBuilder(command).redirectOutput(output.toFile()).start(), output);
    }

    Process process() {
        return process;
    }

    /** Reads standard error until a line begins so. */
    void awaitErrorLine(String beginning) {
        String line = readError();
        while (line != null && !line.startsWith(beginning)) {
            line = readError();
        }
        assertThat(line).as("standard error: %s", errorLines).isNotNull();
    }

    /** The one process that it has started. */
    ProcessHandle child() {
        List<ProcessHandle> children = process.children().toList();
        assertThat(children).hasSize(1);
        return children.getFirst();
    }

    /** Waits for the end and returns the exit status. */
    int await() throws Exception {
        String line = readError();
        while (line != null) {
            line = readError();
        }
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("ends by itself").isTrue();
        return process.exitValue();
    }

    /** What it printed to standard error up to now. */
    List<String> errorLines() {
        return errorLines;
    }

    /** What it printed to standard output. */
    String output() throws IOException {
        return Files.readString(output);
    }

    private String readError() {
        try {
            String line = errors.readLine();
            if (line != null) {
                errorLines.add(line);
            }
            return line;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static void assertEmpty(Path directory) throws IOException {
        try (Stream<Path> left = Files.list(directory)) {
            assertThat(left).as("left in %s", directory).isEmpty();
        }
    }

    static void assertEnds(ProcessHandle process) throws Exception {
        process.onExit().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(process.isAlive()).isFalse();
    }

    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
