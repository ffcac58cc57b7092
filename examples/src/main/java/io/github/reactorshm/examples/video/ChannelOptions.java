package io.github.reactorshm.examples.video;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.github.reactorshm.ShmSource;
import io.github.reactorshm.examples.video.media.VideoException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which channel: the same options on both sides. */
final class ChannelOptions {

    private static final String LIBRARY_DIRECTORY = "reactorshm.directory";
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--channel", paramLabel = "NAME", defaultValue = "video", description = "Name of the channel, on both sides the same (default: ${DEFAULT-VALUE}).")
    private String name = "video";

    @Option(names = "--directory", paramLabel = "DIR", description = "Base directory of the channels, on both sides the same (default: the library's).")
    private @Nullable Path directory;

    /** Refuses a name or a directory that cannot be, before anything is made. */
    void check() {
        String longest = copyName(CopyMeasurement.ROUNDS - 1);
        Limits.check(command, "--channel", () -> ShmSource.channel(name));
        Limits.check(command, "--channel", () -> ShmSource.channel(longest));
        if (directory != null) {
            Path base = directory;
            Limits.check(command, "--directory", () -> ShmSource.channel(longest).baseDirectory(base).frames());
        }
        if (directory != null && Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new VideoException(directory + " is no directory for channels");
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
        String libraryDefault = System.getProperty(LIBRARY_DIRECTORY);
        if (libraryDefault != null) {
            return Path.of(libraryDefault);
        }
        return Files.isDirectory(SHARED_MEMORY) ? SHARED_MEMORY : Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** Whether the channels are to be in a directory that the user has named. */
    boolean hasDirectory() {
        return directory != null || System.getProperty(LIBRARY_DIRECTORY) != null;
    }

    /** The options as another process takes them, with this base directory or, if it is null, the library's. */
    List<String> arguments(@Nullable Path base) {
        List<String> arguments = new ArrayList<>(List.of("--channel", name));
        if (base != null) {
            arguments.addAll(List.of("--directory", base.toString()));
        }
        return arguments;
    }
}
