package io.github.reactorshm.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;

import io.github.reactorshm.control.BaseDirectory;
import io.github.reactorshm.control.ChannelWatch;
import io.github.reactorshm.control.DeadChannels;
import io.github.reactorshm.control.SeenChannel;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;

/** {@code reactor-shm clean}. */
@Command(name = "clean", mixinStandardHelpOptions = true, description = "Removes the channels whose owner is dead, and no others, and says which they were.")
final class CleanCommand implements Callable<Integer> {

    @Mixin
    private CommonOptions options;

    /** What was removed, and the bytes that it took. */
    record Removed(String name, String directory, long bytes) {}

    @Override
    public Integer call() {
        BaseDirectory base = options.base();
        Map<Path, Long> sizes = new ChannelWatch(base).list().stream()
                .collect(Collectors.toMap(SeenChannel::directory, SeenChannel::bytes));
        List<Removed> removed = DeadChannels.clean(base).stream().map(directory -> new Removed(
                directory.getFileName().toString(), directory.toString(), sizes.getOrDefault(directory, 0L))).toList();
        if (options.json()) {
            System.out.println(Json.document(removed));
        } else if (removed.isEmpty()) {
            System.out.println("nothing to remove in " + base.path());
        } else {
            removed.forEach(r -> System.out.println("removed " + r.name + ", " + Texts.size(r.bytes)));
        }
        return ExitCode.OK;
    }
}
