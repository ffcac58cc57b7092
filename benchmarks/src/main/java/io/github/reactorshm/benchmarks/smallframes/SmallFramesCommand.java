package io.github.reactorshm.benchmarks.smallframes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

import io.github.reactorshm.benchmarks.support.BenchmarkException;
import io.github.reactorshm.benchmarks.support.DirectoryOption;
import io.github.reactorshm.benchmarks.support.JsonOption;
import io.github.reactorshm.benchmarks.support.Limits;
import io.github.reactorshm.benchmarks.support.WorkDirectory;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.layout.SubscriptionGeometry;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The producer's process, which starts the consumer's. */
@Command(name = SmallFramesCommand.NAME, sortOptions = false, description = "64-byte frames between two processes: rounds through a sink and a source, in turn with rounds through the bare rings.")
public final class SmallFramesCommand implements Callable<Integer> {

    static final String NAME = "small-frames";

    private static final int MOST_PAIRS = 10_000;

    @Spec
    private CommandSpec command;

    @Mixin
    private DirectoryOption directory;

    @Mixin
    private JsonOption json;

    @Option(names = "--slots", paramLabel = "N", defaultValue = "1024", description = "Slots of the pool, from 1 to 1048576 (default: ${DEFAULT-VALUE}).")
    private int slots;

    @Option(names = "--frames", paramLabel = "N", defaultValue = "5000000", description = "Frames in a round (default: ${DEFAULT-VALUE}).")
    private int frames;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "10", description = "Measured pairs of rounds, one through the bare rings and one through the channel (default: ${DEFAULT-VALUE}).")
    private int rounds;

    @Option(names = "--warmup", paramLabel = "N", defaultValue = "3", description = "Pairs of rounds before the measured ones (default: ${DEFAULT-VALUE}).")
    private int warmup;

    @Option(names = "--consumer-jvm-arg", paramLabel = "ARG", description = "One more argument for the consumer's JVM, a recording say; may be repeated. It gets this JVM's own, recordings and agents apart.")
    private List<String> consumerJvmArguments = new ArrayList<>();

    @Override
    public Integer call() throws IOException {
        Limits.check(command, "--slots", slots, 1, SubscriptionGeometry.MAX_SLOTS);
        Limits.check(command, "--frames", frames, 1, Integer.MAX_VALUE);
        Limits.check(command, "--rounds", rounds, 1, MOST_PAIRS);
        Limits.check(command, "--warmup", warmup, 0, MOST_PAIRS);
        try (EarlyEnd early = EarlyEnd.prepare(); WorkDirectory work = WorkDirectory.create(directory.directory())) {
            return run(early, work);
        }
    }

    private int run(EarlyEnd early, WorkDirectory work) throws IOException {
        Places places = places(work);
        try (ConsumerProcess consumer = ConsumerProcess.start(command.root().userObject().getClass(),
                consumerJvmArguments, work.path())) {
            early.consumer(consumer);
            Report report = new SmallFramesRun(
                    new Report.Parameters(Payload.BYTES, slots, frames, warmup, rounds, Ages.SAMPLED_EVERY),
                    new Production(places, consumer)).run();
            consumer.finish();
            System.err.print(ReportTable.of(report));
            json.write(report);
            return 0;
        } catch (BenchmarkException | ShmException e) {
            if (early.begun()) {
                return 1;
            }
            throw e;
        }
    }

    private Places places(WorkDirectory work) throws IOException {
        Places places = new Places(work.path());
        try {
            places.check();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "--directory: " + e.getMessage(), e);
        }
        places.create();
        return places;
    }
}
