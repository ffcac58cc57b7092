package io.github.reactorshm.examples.webflux;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A camera in a process of its own, which ends with this one. */
final class CameraProcess implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 20;

    private final Process process;

    private CameraProcess(Process process) {
        this.process = process;
    }

    static CameraProcess start(Path directory, String... options) {
        List<String> command = new ArrayList<>(List.of(
                System.getProperty("java.home") + File.separator + "bin" + File.separator + "java",
                "--enable-native-access=ALL-UNNAMED", "-XX:TieredStopAtLevel=1", "-cp",
                System.getProperty("java.class.path"),
                Webflux.class.getName(), "camera", "--end-with-standard-input", "--directory", directory.toString()));
        command.addAll(List.of(options));
        try {
            return new CameraProcess(new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.INHERIT)
                    .redirectError(ProcessBuilder.Redirect.INHERIT).start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    long pid() {
        return process.pid();
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly();
        await();
    }

    void signal(String name) throws IOException, InterruptedException {
        int status = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start().waitFor();
        if (status != 0) {
            throw new IOException("kill -" + name + " " + process.pid() + " ended with " + status);
        }
    }

    @Override
    public void close() {
        process.destroy();
        await();
    }

    private void await() {
        try {
            if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("the camera did not end within " + PATIENCE_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
