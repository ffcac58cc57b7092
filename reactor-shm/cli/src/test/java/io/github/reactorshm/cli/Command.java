package io.github.reactorshm.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** The command as a process of its own, and what came of it. */
record Command(int status, String out, String err) {

    /** A JVM starts; a busy machine may take long. */
    private static final long PATIENCE_SECONDS = 120;

    static Command run(Path base, String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.add("--directory=" + base);
        return run(all.toArray(String[]::new));
    }

    static Command run(String... args) {
        return await(start(List.of("-cp", System.getProperty("java.class.path"), ReactorShm.class.getName()), args));
    }

    static Command runJar(Path jar, String... args) {
        return await(start(List.of("-jar", jar.toString()), args));
    }

    static Process start(List<String> program, String... args) {
        List<String> command = new ArrayList<>(
                List.of(ProcessHandle.current().info().command().orElseThrow(), "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC"));
        command.addAll(program);
        command.addAll(List.of(args));
        try {
            return new ProcessBuilder(command).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Command await(Process process) {
        CompletableFuture<String> out = text(process, false);
        CompletableFuture<String> err = text(process, true);
        try {
            process.getOutputStream().close();
            assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("the command ends").isTrue();
            return new Command(process.exitValue(), out.join(), err.join());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } finally {
            process.destroyForcibly();
        }
    }

    private static CompletableFuture<String> text(Process process, boolean error) {
        return CompletableFuture.supplyAsync(() -> {
            try (var stream = error ? process.getErrorStream() : process.getInputStream()) {
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    /** It did what it was told, and had nothing to complain of. */
    Command succeeded() {
        assertThat(err).isEmpty();
        assertThat(status).isZero();
        return this;
    }

    /** It said in one line what was wrong. */
    Command failed(int expected) {
        assertThat(status).as("status; it said: %s", err).isEqualTo(expected);
        assertThat(out).isEmpty();
        assertThat(err.lines()).hasSize(1);
        assertThat(err).startsWith("reactor-shm: ");
        return this;
    }

    JsonNode json() {
        return JsonMapper.shared().readTree(succeeded().out());
    }
}
