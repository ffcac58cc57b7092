package io.github.reactorshm.examples.workers;

import java.util.ArrayList;
import java.util.List;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.examples.program.Limits;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** How much work there is, and who does it. */
final class PoolOptions {

    private static final int FEWEST_WORKERS = 2;
    private static final int MOST_WORKERS = 32;
    private static final int MOST_MILLIS = 60_000;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--frames", paramLabel = "N", defaultValue = "600", description = "Tasks, a frame each (default: ${DEFAULT-VALUE}).")
    private long frames;

    @Option(names = "--size", paramLabel = "BYTES", defaultValue = "1000000", description = "Length of a frame (default: ${DEFAULT-VALUE}).")
    private long size;

    @Option(names = "--slots", paramLabel = "N", defaultValue = "16", description = "Slots of the channel (default: ${DEFAULT-VALUE}).")
    private int slots;

    @Option(names = "--workers", paramLabel = "N", defaultValue = "3", description = "Worker processes (default: ${DEFAULT-VALUE}).")
    private int workers;

    @Option(names = "--work-ms", paramLabel = "MS", defaultValue = "5", description = "Time that a worker needs for a task (default: ${DEFAULT-VALUE}).")
    private int workMillis;

    /** For picocli, which sets the options. */
    PoolOptions() {}

    /** Refuses values that cannot work, before anything is made. */
    void check() {
        Limits.range(command, "--frames", frames, 1, Long.MAX_VALUE);
        Limits.range(command, "--size", size, 1, Long.MAX_VALUE - Long.BYTES);
        Limits.range(command, "--workers", workers, FEWEST_WORKERS, MOST_WORKERS);
        Limits.range(command, "--work-ms", workMillis, 0, MOST_MILLIS);
        Limits.check(command, "--slots", () -> ShmSink.channel("any").slots(slots));
    }

    long frames() {
        return frames;
    }

    long size() {
        return size;
    }

    int slots() {
        return slots;
    }

    int workers() {
        return workers;
    }

    int workMillis() {
        return workMillis;
    }

    /** The options as another process takes them. */
    List<String> arguments() {
        return new ArrayList<>(List.of("--frames", Long.toString(frames), "--size", Long.toString(size), "--slots",
                Integer.toString(slots), "--workers", Integer.toString(workers), "--work-ms",
                Integer.toString(workMillis)));
    }
}
