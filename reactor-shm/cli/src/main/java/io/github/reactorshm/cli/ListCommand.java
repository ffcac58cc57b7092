package io.github.reactorshm.cli;

import java.util.List;
import java.util.concurrent.Callable;

import io.github.reactorshm.control.BaseDirectory;
import io.github.reactorshm.control.ChannelWatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** {@code reactor-shm list}. */
@Command(name = "list", mixinStandardHelpOptions = true, description = "Lists the channels, alive or dead, with their sizes and subscribers.")
final class ListCommand implements Callable<Integer> {

    @Mixin
    private CommonOptions options;

    @Override
    public Integer call() {
        BaseDirectory base = options.base();
        List<ChannelLine> channels = new ChannelWatch(base).list().stream().map(ChannelLine::of).toList();
        if (options.json()) {
            System.out.println(Json.document(channels));
        } else if (channels.isEmpty()) {
            System.out.println("no channels in " + base.path());
        } else {
            System.out.print(ChannelLine.table(channels));
        }
        return ExitCode.OK;
    }
}
