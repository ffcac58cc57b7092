package io.github.reactorshm.examples.workers;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;

import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.Console;
import io.github.reactorshm.examples.program.Json;
import io.github.reactorshm.examples.program.Program;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs a producer process, worker processes that share its frames, and a viewer process. */
@Command(name = "worker-pool", subcommands = {ProducerCommand.class, WorkerCommand.class,
        ViewerCommand.class}, sortOptions = false, description = {
                "Worker processes share the frames of one channel as a group, while a viewer process looks at the latest one. One worker is"
                        + " killed in the middle: the table shows every frame done, and marks those that came again.",
                "The last line, alone on standard output, is the result as JSON."}, footer = {"",
                        "Exit status: 0 success, 1 failure, 2 wrong usage."})
public final class WorkerPool implements Callable<Integer> {

    static final String NAME = "worker-pool";

    @Mixin
    private final ChannelOptions channel = new ChannelOptions(NAME);
    @Mixin
    private PoolOptions options;

    private WorkerPool() {}

    /** Runs the command and exits with its status. */
    public static void main(String[] args) {
        System.exit(Program.run(new WorkerPool(), args));
    }

    @Override
    public Integer call() throws IOException {
        channel.check(channel.name());
        options.check();
        Optional<PoolReport> report = PoolRun.of(channel, options);
        report.ifPresent(result -> {
            result.table().forEach(line -> Console.say(NAME, line));
            System.out.println(Json.line(result));
        });
        return report.isPresent() && report.get().faults().isEmpty() ? 0 : 1;
    }
}
