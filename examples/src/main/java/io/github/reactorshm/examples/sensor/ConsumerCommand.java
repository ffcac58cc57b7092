package io.github.reactorshm.examples.sensor;

import java.util.concurrent.Callable;

import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.Json;
import io.github.reactorshm.examples.program.ParentOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs a consumer in this process. */
@Command(name = "consumer", sortOptions = false, description = {
        "Checks every byte of the frames of a channel where they lie.",
        "The last line, alone on standard output, is the consumer's part of the result as JSON."})
final class ConsumerCommand implements Callable<Integer> {

    @Mixin
    private final ChannelOptions channel = new ChannelOptions(Sensor.NAME);
    @Mixin
    private ConsumerOptions options;
    @Mixin
    private ParentOption parent;

    private ConsumerCommand() {}

    @Override
    public Integer call() {
        channel.check(channel.name());
        options.check();
        parent.watch();
        ConsumerReport report = new Consumer(channel, options).run();
        System.out.println(Json.line(report));
        return report.lost() == 0 && report.torn() == 0 ? 0 : 1;
    }
}
