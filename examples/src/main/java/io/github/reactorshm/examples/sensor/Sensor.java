package io.github.reactorshm.examples.sensor;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;

import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.Json;
import io.github.reactorshm.examples.program.Program;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs a producer process and consumer processes, or one of them. */
@Command(name = "sensor", subcommands = {ProducerCommand.class, ConsumerCommand.class,
        OverlapCommand.class}, sortOptions = false, description = {
                "Sends frames of a picture and a point cloud, or plain ones, from a producer process to consumer processes, which"
                        + " check every byte.",
                "All are started here; the last line, alone on standard output, is the result as JSON."}, footer = {"",
                        "Exit status: 0 success, 1 failure, 2 wrong usage.", "",
                        "Each process in a terminal of its own, in any order:", "  sensor consumer --channel roof",
                        "  sensor consumer --channel roof",
                        "  sensor producer --channel roof --consumers 2"})
public final class Sensor implements Callable<Integer> {

    static final String NAME = "sensor";

    @Mixin
    private final ChannelOptions channel = new ChannelOptions(NAME);
    @Mixin
    private ProducerOptions producer;
    @Mixin
    private ConsumerOptions consumer;

    private Sensor() {}

    /** Runs the command and exits with its status. */
    public static void main(String[] args) {
        System.exit(Program.run(new Sensor(), args));
    }

    @Override
    public Integer call() throws IOException {
        channel.check(channel.name());
        producer.check();
        consumer.check();
        Optional<SensorReport> report = SensorRun.of(NAME, channel, producer, consumer);
        report.ifPresent(result -> System.out.println(Json.line(result)));
        return report.isPresent() && report.get().faults().isEmpty() ? 0 : 1;
    }
}
