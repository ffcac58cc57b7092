package io.github.reactorshm.examples.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;

/** A program as a user starts it, with a shared memory directory and a temporary directory of its own. */
public final class RunningProgram implements AutoCloseable {

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final long SECONDS = 240;

    private final Process process;
    private final Path channels;
    private final Path temporary;
    private final Path output;
    private final Path errors;

    private RunningProgram(Process process, Path channels, Path temporary, Path output, Path errors) {
        this.process = process;
        this.channels = channels;
        this.temporary = temporary;
        this.output = output;
        this.errors = errors;
    }

    /** Makes a directory for channels: in memory where there is one, and with a short path, for sockets. */
    public static Path newChannels() throws IOException {
        return Files.isDirectory(SHARED_MEMORY)
                ? Files.createTempDirectory(SHARED_MEMORY, "example-")
                : Files.createTempDirectory("example-");
    }

    public static RunningProgram start(Class<?> program, Path work, Path channels, String... arguments)
            throws IOException {
        Path temporary = Files.createTempDirectory(work, "tmp-");
        Path output = Files.createTempFile(work, "output", "");
        Path errors = Files.createTempFile(work, "errors", "");
        List<String> command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow(),
                "--enable-native-access=ALL-UNNAMED", "-Djava.io.tmpdir=" + temporary, "-cp",
                System.getProperty("java.class.path"), program.getName()));
        command.addAll(List.of(arguments));
        return new RunningProgram(new ProcessBuilder(command).directory(work.toFile()).redirectOutput(output.toFile())
                .redirectError(errors.toFile()).start(), channels, temporary, output, errors);
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** The process of one role, which this program has started. */
    public ProcessHandle role(String role) {
        return process.children().filter(child -> isRole(child, role)).findFirst().orElseThrow();
    }

    /** Sends a signal by its name, such as INT or KILL. */
    public static void signal(ProcessHandle target, String name) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(target.pid())).start().waitFor()).isZero();
    }

    public int exitStatus() throws InterruptedException {
        assertThat(process.waitFor(SECONDS, TimeUnit.SECONDS)).as("ended within %d s", SECONDS).isTrue();
        return process.exitValue();
    }

    public List<String> output() throws IOException {
        return Files.readAllLines(output);
    }

    public List<String> errors() throws IOException {
        return Files.readAllLines(errors);
    }

    public List<String> errorsOf(String role) throws IOException {
        return errors().stream().filter(line -> line.startsWith(role + ": error: ")).toList();
    }

    /** Fails if the program has left a channel or a temporary file behind. */
    public void assertNothingLeft() throws IOException {
        try (Stream<Path> files = Files.walk(channels)) {
            assertThat(files.filter(file -> !file.equals(channels) && !file.equals(channels.resolve(".lock"))))
                    .as("files in the channels' directory").isEmpty();
        }
        assertNoTemporaryFile();
    }

    public void assertNoTemporaryFile() throws IOException {
        assertThat(temporaryFiles()).as("temporary files").isEmpty();
    }

    public List<Path> temporaryFiles() throws IOException {
        try (Stream<Path> files = Files.list(temporary)) {
            return files.filter(file -> file.getFileName().toString().startsWith("reactor-shm")).toList();
        }
    }

    @Override
    public void close() throws IOException {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        try (Stream<Path> files = Files.walk(channels)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }

    private static boolean isRole(ProcessHandle process, String role) {
        return process.info().arguments().map(arguments -> List.of(arguments).contains(role)).orElse(false);
    }
}
