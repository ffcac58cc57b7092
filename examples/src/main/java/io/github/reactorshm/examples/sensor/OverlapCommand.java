package io.github.reactorshm.examples.sensor;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;

import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.Console;
import io.github.reactorshm.examples.program.Json;
import io.github.reactorshm.examples.program.Limits;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures what the second slot is worth: the producer writes into one while the consumer reads the other. */
@Command(name = "overlap", sortOptions = false, description = {
        "Runs the sensor with one slot and with two, in turn, producing and consuming taking the same time.",
        "The last line, alone on standard output, is the result as JSON; ratio is the median over the rounds of the rate with two"
                + " slots by the rate with one."})
final class OverlapCommand implements Callable<Integer> {

    private static final String NAME = "overlap";

    @Spec
    private CommandSpec command;
    @Mixin
    private final ChannelOptions channel = new ChannelOptions(Sensor.NAME);

    @Option(names = "--work-ms", paramLabel = "MS", defaultValue = "20", description = "Milliseconds of work on each frame on either side (default: ${DEFAULT-VALUE}).")
    private int workMillis;

    @Option(names = "--frames", paramLabel = "N", defaultValue = "100", description = "Frames to send in each run (default: ${DEFAULT-VALUE}).")
    private long frames;

    @Option(names = "--size", paramLabel = "BYTES", defaultValue = "0", description = "Plain payloads of so many bytes (default: 0, a picture with points).")
    private long size;

    @Option(names = "--rounds", paramLabel = "N", defaultValue = "3", description = "Pairs of runs (default: ${DEFAULT-VALUE}).")
    private int rounds;

    private OverlapCommand() {}

    @Override
    public Integer call() throws IOException {
        channel.check(channel.name());
        Limits.range(command, "--work-ms", workMillis, 1, Integer.MAX_VALUE);
        Limits.range(command, "--frames", frames, 2, Long.MAX_VALUE);
        Limits.range(command, "--size", size, 0, Long.MAX_VALUE);
        Limits.range(command, "--rounds", rounds, 1, Integer.MAX_VALUE);
        List<Double> one = new ArrayList<>();
        List<Double> two = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            if (!measure(1, one) || !measure(2, two)) {
                return 1;
            }
        }
        System.out.println(Json.line(OverlapReport.of(workMillis, frames, one, two)));
        return 0;
    }

    private boolean measure(int slots, List<Double> fps) throws IOException {
        ProducerOptions producer = new ProducerOptions(size, frames, slots, 1, workMillis);
        Optional<SensorReport> report = SensorRun.of(NAME, channel, producer, new ConsumerOptions(workMillis));
        report.ifPresent(result -> {
            fps.add(result.fps());
            Console.say(NAME, slots + (slots == 1 ? " slot: " : " slots: ") + result.fps() + " frames per second");
        });
        return report.isPresent() && report.get().faults().isEmpty();
    }
}
