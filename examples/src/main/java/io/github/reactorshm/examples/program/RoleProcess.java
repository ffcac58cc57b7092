package io.github.reactorshm.examples.program;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A child process that plays one role, on the same Java and class path as this one. It ends when this process ends, whatever way
 * that goes: its standard input is a pipe that only this process holds.
 */
public final class RoleProcess implements AutoCloseable {

    private static final List<String> PASSED_ON = List.of("-Dreactorshm.", "-Dorg.bytedeco.", "-Djava.io.tmpdir=");
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final int SIGNALLED = 128;

    private final String role;
    private final Process process;
    private final CompletableFuture<Void> ended;
    private volatile String lastLine = "";
    private volatile boolean closed;
    private volatile boolean killed;

    private RoleProcess(String role, Process process, Consumer<String> lines) {
        this.role = role;
        this.process = process;
        this.ended = CompletableFuture.allOf(process.onExit(),
                read("output", process.inputReader(), line -> {
                    lastLine = line;
                    lines.accept(line);
                }),
                // The role has put its name in front of its lines.
                read("errors", process.errorReader(), this::passOn));
    }

    /** Starts the role's subcommand of a program with these options. */
    static RoleProcess start(Class<?> program, String role, List<String> options, Consumer<String> lines)
            throws IOException {
        List<String> command = new ArrayList<>();
        command.add(ProcessHandle.current().info().command().orElse(javaOfThisProcess()));
        for (String argument : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
            if (PASSED_ON.stream().anyMatch(argument::startsWith)) {
                command.add(argument);
            }
        }
        command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-cp", System.getProperty("java.class.path"),
                program.getName(), role, ParentOption.NAME));
        command.addAll(options);
        return new RoleProcess(role, new ProcessBuilder(command).start(), lines);
    }

    /** Completes when the process has ended and all that it printed was read. */
    public CompletableFuture<RoleProcess> ended() {
        return ended.thenApply(nothing -> this);
    }

    public boolean succeeded() {
        return killed || process.exitValue() == 0;
    }

    /** The last line of its standard output: its result. */
    public String lastLine() {
        return lastLine;
    }

    /** Whether it has printed anything, or was killed, maybe before it could. */
    boolean leftItsResult() {
        return killed || !lastLine.isEmpty();
    }

    /** Why the process ended, if it was neither by its own decision, of which it has told itself, nor by ours; else an empty text. */
    String unexplainedEnd() {
        int status = process.exitValue();
        if (closed || killed || status == 1) {
            return "";
        }
        if (status == 0) {
            return lastLine.isEmpty() ? "the " + role + " process ended without a result: the run is over" : "";
        }
        String how = status > SIGNALLED
                ? "was ended by signal " + (status - SIGNALLED)
                : "ended with exit status " + status;
        return "the " + role + " process " + how + ": the run is over";
    }

    /** Gives the process a while to end by itself, then ends it. */
    void endWithin(Duration grace) {
        if (!waitFor(grace)) {
            close();
        }
    }

    /** Kills the process, which is part of the run and no failure. */
    public void kill() {
        killed = true;
        process.toHandle().destroyForcibly();
    }

    /** Asks the process to end; what it says from then on is of no interest. */
    void ask() {
        closed = closed || process.isAlive();
        // Not process.destroy(), which also closes the pipes that are still read.
        process.toHandle().destroy();
    }

    /** Asks the process to end, and kills it if it does not. */
    @Override
    public void close() {
        ask();
        if (!waitFor(PATIENCE)) {
            process.toHandle().destroyForcibly();
        }
    }

    private void passOn(String line) {
        if (!closed) {
            System.err.println(line);
        }
    }

    private boolean waitFor(Duration time) {
        try {
            return process.waitFor(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private CompletableFuture<Void> read(String what, BufferedReader lines, Consumer<String> to) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name(role + "-" + what).start(() -> {
            try (lines) {
                lines.lines().forEach(to);
                done.complete(null);
            } catch (IOException | RuntimeException e) {
                done.completeExceptionally(e);
            }
        });
        return done;
    }

    private static String javaOfThisProcess() {
        return System.getProperty("java.home") + File.separator + "bin" + File.separator + "java";
    }
}
