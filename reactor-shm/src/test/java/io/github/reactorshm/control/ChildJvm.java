package io.github.reactorshm.control;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

/** A real process that runs the main method of a test class. What it prints after "> " is for the test. */
final class ChildJvm implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 60;

    private final Process process;
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private final Queue<String> everything = new ConcurrentLinkedQueue<>();

    private ChildJvm(Process process) {
        this.process = process;
        Thread reader = new Thread(this::read, "child-" + process.pid());
        reader.setDaemon(true);
        reader.start();
    }

    static ChildJvm start(Class<?> main, String... arguments) throws IOException {
        return new ChildJvm(new ProcessBuilder(command(main, arguments)).redirectErrorStream(true).start());
    }

    static ChildJvm startWithUmask(String umask, Class<?> main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of("sh", "-c", "umask " + umask + "; exec \"$@\"", "sh"));
        command.addAll(command(main, arguments));
        return new ChildJvm(new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    private static List<String> command(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto", "-cp",
                System.getProperty("java.class.path"), main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    private void read() {
        try (BufferedReader reader = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                everything.add(line);
                if (line.startsWith("> ")) {
                    said.add(line.substring(2));
                }
            }
        } catch (IOException e) {
            everything.add("end of output: " + e);
        }
    }

    /** Returns the next line for the test. */
    String hear() throws InterruptedException {
        String line = said.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        assertThat(line).as("a word of the child, which said %s", everything).isNotNull();
        return line;
    }

    /** Returns every line so far, also those that are not for the test. */
    List<String> output() {
        return List.copyOf(everything);
    }

    /** Sends the child a line. */
    void tell(String line) {
        try {
            process.outputWriter(StandardCharsets.UTF_8).append(line).append('\n').flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid()).inheritIO().start();
        assertThat(kill.waitFor()).isZero();
    }

    /** Sends SIGKILL and returns at once. */
    void shoot() {
        process.destroyForcibly();
    }

    /** Sends SIGKILL and waits for the end. */
    void kill() throws InterruptedException {
        shoot();
        assertThat(process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)).as("the end of the child").isTrue();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS).join();
    }
}
