package io.github.reactorshm.examples.video;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.github.reactorshm.ShmSource;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Which channel: the same options on both sides. */
final class ChannelOptions {

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    private String name = "video";

    @Option(names = "--directory", paramLabel = "DIR", description = "Base directory of the channels, on both sides the same (default: the library's).")
    private @Nullable Path directory;

    @Option(names = "--channel", paramLabel = "NAME", defaultValue = "video", description = "Name of the channel, on both sides the same (default: ${DEFAULT-VALUE}).")
    void setName(String name) {
        this.name = name;
        try {
            ShmSource.channel(copyName(0));
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), "--channel: " + e.getMessage(), e);
        }
    }

    String name() {
        return name;
    }

    /** Name of the channel of one round of the copy measurement. */
    String copyName(int round) {
        return name + "-copy-" + round;
    }

    @Nullable
    Path directory() {
        return directory;
    }

    /** A directory on the file system that holds the channels. */
    Path memoryDirectory() {
        if (directory != null) {
            return directory;
        }
        return Files.isDirectory(SHARED_MEMORY) ? SHARED_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** The options as another process takes them. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of("--channel", name));
        if (directory != null) {
            arguments.addAll(List.of("--directory", directory.toString()));
        }
        return arguments;
    }
}
