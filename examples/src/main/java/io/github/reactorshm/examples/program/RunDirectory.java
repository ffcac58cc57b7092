package io.github.reactorshm.examples.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * The base directory of one run's channels. Unless the user has named one, it is made for this run and removed with it: the
 * library's own stays for ever, with the lock that its users share.
 */
public final class RunDirectory implements AutoCloseable {

    private static final String PREFIX = "reactor-shm-run-";

    private final @Nullable Path path;
    private final boolean own;

    private RunDirectory(@Nullable Path path, boolean own) {
        this.path = path;
        this.own = own;
    }

    public static RunDirectory of(ChannelOptions channel) throws IOException {
        return channel.hasDirectory()
                ? new RunDirectory(channel.directory(), false)
                : new RunDirectory(Files.createTempDirectory(channel.memoryDirectory(), PREFIX), true);
    }

    /** A path as long as that of any run's own directory. */
    static Path longest(Path parent) {
        return parent.resolve(PREFIX + Long.MAX_VALUE);
    }

    /** The directory to hand to the processes, or null for the library's. */
    public @Nullable Path path() {
        return path;
    }

    /** Removes a directory of this run's own, when its processes have ended. Does nothing the second time. */
    @Override
    public synchronized void close() throws IOException {
        if (!own || path == null || !Files.exists(path)) {
            return;
        }
        List<Path> deepestFirst;
        try (Stream<Path> files = Files.walk(path)) {
            deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : deepestFirst) {
            Files.deleteIfExists(file);
        }
    }
}
