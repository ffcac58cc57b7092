package io.github.reactorshm.examples.program;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** The processes of one run, one for each role; all of them end with this process, and soon after one of them has failed. */
public final class Roles implements AutoCloseable {

    /** How long the others may take to notice a failure and to tell of it. */
    private static final Duration GRACE = Duration.ofSeconds(3);

    private final String name;
    private final Class<?> program;
    private final RunDirectory directory;
    private final List<String> shared;
    private final List<RoleProcess> started = new ArrayList<>();
    private boolean interrupted;

    private Roles(String name, Class<?> program, RunDirectory directory, List<String> shared) {
        this.name = name;
        this.program = program;
        this.directory = directory;
        this.shared = shared;
    }

    /**
     * Begins a run.
     *
     * @param name what the run's own lines begin with
     * @param program the main class, whose subcommands are the roles
     */
    public static Roles of(String name, Class<?> program, ChannelOptions channel) throws IOException {
        RunDirectory directory = RunDirectory.of(channel);
        Roles roles = new Roles(name, program, directory, channel.arguments(directory.path()));
        // Ctrl-C, or a signal for this process alone, must leave nothing behind either.
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("end-run").unstarted(roles::interrupt));
        return roles;
    }

    /** Starts a role's process with the channel's options and these. */
    public RoleProcess start(String role, List<String> options) throws IOException {
        return start(role, options, line -> {});
    }

    /** The same; each line that it prints on standard output is also handed over, on a thread of its own. */
    public synchronized RoleProcess start(String role, List<String> options, Consumer<String> lines)
            throws IOException {
        if (interrupted) {
            throw new IOException("interrupted before the " + role + " was started");
        }
        RoleProcess process = RoleProcess.start(program, role,
                Stream.concat(shared.stream(), options.stream()).toList(), lines);
        started.add(process);
        return process;
    }

    /** Blocks until all have ended. Returns whether each has left its result; tells why one ended without a word of its own. */
    public boolean join() {
        List<RoleProcess> running = new ArrayList<>(started());
        boolean failed = false;
        while (!running.isEmpty()) {
            RoleProcess ended = (RoleProcess) CompletableFuture
                    .anyOf(running.stream().map(RoleProcess::ended).toArray(CompletableFuture<?>[]::new)).join();
            running.remove(ended);
            if (!ended.succeeded() && !failed) {
                failed = true;
                running.forEach(process -> process.endWithin(GRACE));
            }
        }
        if (started().stream().allMatch(RoleProcess::leftItsResult)) {
            return true;
        }
        tell(started().stream().map(RoleProcess::unexplainedEnd).filter(end -> !end.isEmpty()).findFirst().orElse(""));
        return false;
    }

    /** Tells a problem as one line, unless it is empty, or the run was interrupted: then everybody knows why it has ended. */
    public synchronized void tell(String problem) {
        if (!interrupted && !problem.isEmpty()) {
            Console.fail(name, problem);
        }
    }

    /** Ends all processes and removes the run's own directory. */
    @Override
    public void close() throws IOException {
        // All before any: who is not asked yet would take the end of another for a failure.
        started().forEach(RoleProcess::ask);
        started().forEach(RoleProcess::close);
        directory.close();
    }

    private synchronized List<RoleProcess> started() {
        return List.copyOf(started);
    }

    private synchronized void interrupt() {
        interrupted = true;
        try {
            close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
