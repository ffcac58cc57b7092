package io.github.reactorshm.examples.program;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmSink;
import io.github.reactorshm.ShmSinkBuilder;
import io.github.reactorshm.ShmSource;
import io.github.reactorshm.ShmSourceBuilder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Which channel: the same options on both sides. */
public final class ChannelOptions {

    private static final String LIBRARY_DIRECTORY = "reactorshm.directory";
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--channel", paramLabel = "NAME", description = "Name of the channel, on both sides the same (default: ${DEFAULT-VALUE}).")
    private String name;

    @Option(names = "--directory", paramLabel = "DIR", description = "Base directory of the channels, on both sides the same (default: the library's).")
    private @Nullable Path directory;

    /** Options whose channel has this name unless the user gives another. */
    public ChannelOptions(String name) {
        this.name = name;
    }

    /**
     * Refuses a name or a directory that cannot be, before anything is made.
     *
     * @param longest the longest of the names of the channels that are made
     */
    public void check(String longest) {
        Limits.check(command, "--channel", () -> ShmSource.channel(name));
        Limits.check(command, "--channel", () -> ShmSource.channel(longest));
        if (directory != null) {
            Path base = directory;
            Limits.check(command, "--directory", () -> ShmSource.channel(longest).baseDirectory(base).frames());
        } else if (!hasDirectory()) {
            Path base = RunDirectory.longest(memoryDirectory());
            Limits.check(command, "--channel", () -> ShmSource.channel(longest).baseDirectory(base).frames());
        }
        if (directory != null && Files.exists(directory) && !Files.isDirectory(directory)) {
            throw new ProgramException(directory + " is no directory for channels");
        }
    }

    /** Describes a sink of this channel. */
    public <T> ShmSinkBuilder<T> sink() {
        return sink(name);
    }

    /** Describes a sink of another channel in the same directory. */
    public <T> ShmSinkBuilder<T> sink(String other) {
        ShmSinkBuilder<T> builder = ShmSink.channel(other);
        return directory == null ? builder : builder.baseDirectory(directory);
    }

    /** Describes a source of this channel. */
    public ShmSourceBuilder<ShmFrame> source() {
        return source(name);
    }

    /** Describes a source of another channel in the same directory. */
    public ShmSourceBuilder<ShmFrame> source(String other) {
        ShmSourceBuilder<ShmFrame> builder = ShmSource.channel(other);
        return directory == null ? builder : builder.baseDirectory(directory);
    }

    public String name() {
        return name;
    }

    public @Nullable Path directory() {
        return directory;
    }

    /** A directory on the file system that holds the channels. */
    public Path memoryDirectory() {
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
    public List<String> arguments(@Nullable Path base) {
        List<String> arguments = new ArrayList<>(List.of("--channel", name));
        if (base != null) {
            arguments.addAll(List.of("--directory", base.toString()));
        }
        return arguments;
    }
}
