package io.github.reactorshm.benchmarks.rings;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.concurrent.Callable;

import io.github.reactorshm.benchmarks.support.BenchmarkException;
import io.github.reactorshm.benchmarks.support.DirectoryOption;
import io.github.reactorshm.benchmarks.support.Json;
import io.github.reactorshm.benchmarks.support.JsonOption;
import io.github.reactorshm.benchmarks.support.Limits;
import io.github.reactorshm.benchmarks.support.MachineFacts;
import io.github.reactorshm.layout.SubscriptionGeometry;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs {@link DeliveryRing} under JMH, in a JVM of its own. */
@Command(name = "rings", sortOptions = false, description = "Delivery ring and return words between two threads of one process, under JMH.")
public final class RingsCommand implements Callable<Integer> {

    private static final int MOST_ITERATIONS = 1000;
    private static final long MOST_MILLIS = 3_600_000;

    @Spec
    private CommandSpec command;

    @Mixin
    private DirectoryOption directory;

    @Mixin
    private JsonOption json;

    @Option(names = "--slots", paramLabel = "N", defaultValue = "1024", description = "Slots, from 1 to 1048576 (default: ${DEFAULT-VALUE}).")
    private int slots;

    @Option(names = "--warmup", paramLabel = "N", defaultValue = "3", description = "Iterations before the measured ones (default: ${DEFAULT-VALUE}).")
    private int warmup;

    @Option(names = "--iterations", paramLabel = "N", defaultValue = "5", description = "Measured iterations in each JVM (default: ${DEFAULT-VALUE}).")
    private int iterations;

    @Option(names = "--millis", paramLabel = "N", defaultValue = "1000", description = "How long an iteration lasts, in milliseconds (default: ${DEFAULT-VALUE}).")
    private long millis;

    @Option(names = "--forks", paramLabel = "N", defaultValue = "2", description = "Fresh JVMs, one after the other (default: ${DEFAULT-VALUE}).")
    private int forks;

    @Override
    public Integer call() throws IOException {
        Limits.check(command, "--slots", slots, 1, SubscriptionGeometry.MAX_SLOTS);
        Limits.check(command, "--warmup", warmup, 0, MOST_ITERATIONS);
        Limits.check(command, "--iterations", iterations, 1, MOST_ITERATIONS);
        Limits.check(command, "--millis", millis, 1, MOST_MILLIS);
        Limits.check(command, "--forks", forks, 1, MOST_ITERATIONS);
        MachineFacts machine = MachineFacts.read();
        // JMH leaves its JVM running when this one is told to end.
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("end-forks")
                .unstarted(() -> ProcessHandle.current().children().forEach(ProcessHandle::destroy)));
        Collection<RunResult> results = run();
        json.write(report(machine, results));
        return 0;
    }

    private Collection<RunResult> run() {
        OutputFormat progress = OutputFormatFactory.createFormatInstance(System.err, VerboseMode.NORMAL);
        try {
            return new Runner(options(), progress).run();
        } catch (RunnerException e) {
            throw new BenchmarkException("JMH could not run the benchmark: " + e.getMessage(), e);
        }
    }

    private Options options() {
        TimeValue time = TimeValue.milliseconds(millis);
        return new OptionsBuilder().include(DeliveryRing.class.getName() + "\\." + DeliveryRing.GROUP + "$")
                .param("slots", Integer.toString(slots)).param("directory", directory.directory().toString())
                .warmupIterations(warmup).warmupTime(time).measurementIterations(iterations).measurementTime(time)
                .forks(forks).shouldFailOnError(true).build();
    }

    // JMH's own types are raw.
    @SuppressWarnings("rawtypes")
    private static double takenPerSecond(RunResult result) {
        Result take = result.getSecondaryResults().get(DeliveryRing.TAKE);
        if (take == null) {
            throw new BenchmarkException("JMH measured nothing of the taking thread", null);
        }
        return take.getScore();
    }

    private static RingsReport report(MachineFacts machine, Collection<RunResult> results) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ResultFormatFactory.getInstance(ResultFormatType.JSON, new PrintStream(bytes, true, StandardCharsets.UTF_8))
                .writeOut(results);
        double taken = results.stream().mapToDouble(RingsCommand::takenPerSecond).findFirst().orElseThrow();
        return new RingsReport("rings", machine, Json.rounded(taken),
                Json.tree(bytes.toString(StandardCharsets.UTF_8)));
    }
}
