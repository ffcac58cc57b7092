package io.github.reactorshm.examples.sensor;

import java.util.concurrent.Callable;

import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.Json;
import io.github.reactorshm.examples.program.ParentOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs the producer in this process. */
@Command(name = "producer", sortOptions = false, description = {
        "Makes frames in the slots of a channel, as fast as the slowest consumer follows.",
        "The last line, alone on standard output, is the producer's part of the result as JSON."})
final class ProducerCommand implements Callable<Integer> {

    @Mixin
    private final ChannelOptions channel = new ChannelOptions(Sensor.NAME);
    @Mixin
    private ProducerOptions options;
    @Mixin
    private ParentOption parent;

    private ProducerCommand() {}

    @Override
    public Integer call() {
        channel.check(channel.name());
        options.check();
        parent.watch();
        System.out.println(Json.line(new Producer(channel, options).run()));
        return 0;
    }
}
