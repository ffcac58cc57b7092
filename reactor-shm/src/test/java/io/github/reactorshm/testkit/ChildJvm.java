package io.github.reactorshm.testkit;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.awaitility.Awaitility;

/**
 * A child JVM with the class path of this one, steered by lines on its standard input; see {@link ChildConsole}. It exits when
 * it is closed, or when this JVM is gone. What it prints is kept, and is part of every failure.
 */
public final class ChildJvm implements AutoCloseable {

    /** How long an answer may take on a machine that has other things to do, if a test does not say. */
    public static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration EXIT_PATIENCE = Duration.ofSeconds(30);

    private final String name;
    private final Process process;
    private final BufferedWriter in;
    private final Queue<String> log = new ConcurrentLinkedQueue<>();
    private final AtomicLong ids = new AtomicLong();
    private final Map<String, CompletableFuture<String>> calls = new ConcurrentHashMap<>();
    private final Thread outReader;
    private final Thread errReader;
    private volatile boolean stopped;

    private ChildJvm(String name, Process process) {
        this.name = name;
        this.process = process;
        this.in = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        this.outReader = reader("out", process.getInputStream(), this::output);
        this.errReader = reader("err", process.getErrorStream(), log::add);
    }

    /**
     * Starts a child.
     *
     * @param main its main class
     * @param args its arguments
     * @return the child
     */
    public static ChildJvm start(Class<?> main, String... args) {
        return start(List.of(), main, args);
    }

    /**
     * Starts a child.
     *
     * @param jvmArgs flags for its JVM
     * @param main its main class
     * @param args its arguments
     * @return the child
     */
    public static ChildJvm start(List<String> jvmArgs, Class<?> main, String... args) {
        return start(List.of(), jvmArgs, main, args);
    }

    /**
     * Starts a child by way of another program, such as {@code unshare}.
     *
     * @param prefix that program and its arguments; it must replace itself by what follows them
     * @param jvmArgs flags for its JVM
     * @param main its main class
     * @param args its arguments
     * @return the child
     */
    public static ChildJvm start(List<String> prefix, List<String> jvmArgs, Class<?> main, String... args) {
        return start(prefix, jvmArgs, System.getProperty("java.class.path"), main, args);
    }

    static ChildJvm start(List<String> prefix, List<String> jvmArgs, String classPath, Class<?> main,
            String... args) {
        List<String> command = new ArrayList<>(prefix);
        command.add(ProcessHandle.current().info().command()
                .orElseThrow(() -> new IllegalStateException("the system does not tell this JVM's program")));
        // One collector thread: the machine's processors are for the test.
        command.add("-XX:+UseSerialGC");
        command.addAll(jvmArgs);
        command.add("-cp");
        command.add(classPath);
        command.add(main.getName());
        command.addAll(List.of(args));
        try {
            Process process = new ProcessBuilder(command).start();
            return new ChildJvm(main.getSimpleName() + " " + process.pid(), process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Thread reader(String what, InputStream stream, Consumer<String> sink) {
        return Thread.ofPlatform().daemon().name("child " + name + " " + what).start(() -> {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                lines.lines().forEach(sink);
            } catch (IOException | UncheckedIOException e) {
                log.add(e.toString());
            }
            if (what.equals("out")) {
                ended();
            }
        });
    }

    // ------------------------------------------------------------------ calls

    /**
     * Has the child do something.
     *
     * @param verb what
     * @param options how
     * @return its answer; fails if it answers with an error or ends first
     */
    public CompletableFuture<String> ask(String verb, Options options) {
        String id = String.valueOf(ids.incrementAndGet());
        CompletableFuture<String> answer = new CompletableFuture<>();
        calls.put(id, answer);
        try {
            synchronized (in) {
                in.write(id + " " + verb + " " + options + "\n");
                in.flush();
            }
        } catch (IOException e) {
            calls.remove(id);
            answer.completeExceptionally(failure(verb + " could not be sent: " + e));
        }
        if (!outReader.isAlive()) {
            ended();
        }
        return answer;
    }

    /**
     * Has the child do something of which it may die before it answers.
     *
     * @param verb what
     * @param options how
     */
    public void tell(String verb, Options options) {
        ask(verb, options).exceptionally(Throwable::getMessage);
    }

    /**
     * Has the child do something and waits for the answer.
     *
     * @param verb what
     * @param options how
     * @return its answer
     */
    public String call(String verb, Options options) {
        return await(ask(verb, options), PATIENCE, verb + " " + options);
    }

    /**
     * Waits for an answer.
     *
     * @param answer what {@link #ask} returned
     * @param patience how long
     * @param what what is waited for, for the failure
     * @param <T> what it is made into
     * @return the answer
     */
    public <T> T await(CompletableFuture<T> answer, Duration patience, String what) {
        try {
            return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw failure(what + ": no answer within " + patience + "\n" + threads());
        } catch (ExecutionException e) {
            throw new AssertionError(what + ": " + e.getCause().getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void output(String line) {
        int space = line.indexOf(' ');
        CompletableFuture<String> call = space > 1 ? calls.remove(line.substring(1, space)) : null;
        String text = line.substring(space + 1);
        if (call != null && line.charAt(0) == '=') {
            call.complete(text);
        } else if (call != null && line.charAt(0) == '!') {
            call.completeExceptionally(failure("answered with an error: " + text));
        } else {
            log.add(line);
        }
    }

    private void ended() {
        calls.forEach((id, call) -> {
            if (calls.remove(id, call)) {
                call.completeExceptionally(failure("ended before it answered"));
            }
        });
    }

    private AssertionError failure(String what) {
        return new AssertionError("child " + name + ": " + what + "\n" + output());
    }

    // ------------------------------------------------------------------ the process

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL, and waits until the system has taken the process down. */
    public void kill() {
        killLater();
        awaitExit();
    }

    /** SIGKILL. */
    public void killLater() {
        stopped = false;
        // On a process that is stopped, or of another program's making, this is SIGKILL all the same.
        process.destroyForcibly();
    }

    /** SIGSTOP, and waits until every thread has stopped: the system stops them only as it comes to each. */
    public void stop() {
        signal("STOP");
        stopped = true;
        Awaitility.await("process " + pid() + " to stop").atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(5)).until(this::everyThreadHasStopped);
    }

    private boolean everyThreadHasStopped() throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", String.valueOf(pid()), "task"))) {
            for (Path thread : threads.toList()) {
                String stat = Files.readString(thread.resolve("stat"));
                // The state follows the name, which stands in parentheses and may hold anything.
                if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
                    return false;
                }
            }
            return true;
        }
    }

    /** SIGCONT. */
    public void resume() {
        signal("CONT");
        stopped = false;
    }

    /** SIGINT. */
    public void interrupt() {
        signal("INT");
    }

    /** SIGTERM. */
    public void terminate() {
        signal("TERM");
    }

    private void signal(String signal) {
        List<String> command = List.of("kill", "-" + signal, String.valueOf(pid()));
        try {
            int status = new ProcessBuilder(command).inheritIO().start().waitFor();
            if (status != 0) {
                throw failure(command + " ended with " + status);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /**
     * Waits for the end of the process, and for the last of its output.
     *
     * @return its exit status; 128 and the signal's number if a signal ended it
     */
    public int awaitExit() {
        try {
            if (!process.waitFor(EXIT_PATIENCE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw failure("did not exit within " + EXIT_PATIENCE + "\n" + threads());
            }
            outReader.join();
            errReader.join();
            return process.exitValue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /**
     * What the child has printed, but for answers.
     *
     * @return its lines
     */
    public String output() {
        return log.isEmpty() ? "(it printed nothing)" : "--- it printed:\n" + String.join("\n", log) + "\n---";
    }

    /**
     * What the child's threads do.
     *
     * @return jstack's output
     */
    public String threads() {
        Path jstack = Path.of(System.getProperty("java.home"), "bin", "jstack");
        try {
            Process dump = new ProcessBuilder(jstack.toString(), String.valueOf(pid())).redirectErrorStream(true)
                    .start();
            CompletableFuture<byte[]> text = CompletableFuture.supplyAsync(() -> {
                try {
                    return dump.getInputStream().readAllBytes();
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
            try {
                return new String(text.get(20, TimeUnit.SECONDS), StandardCharsets.UTF_8);
            } finally {
                dump.destroyForcibly();
            }
        } catch (IOException | ExecutionException | TimeoutException e) {
            return "its threads cannot be dumped: " + e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Ends the child by ending its input; it must exit by itself. */
    @Override
    public void close() {
        try {
            if (stopped) {
                resume();
            }
            in.close();
            awaitExit();
        } catch (IOException e) {
            // It went in between.
            awaitExit();
        } finally {
            process.destroyForcibly();
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
