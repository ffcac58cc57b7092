package io.github.reactorshm.cli;

import java.nio.file.Path;

import io.github.reactorshm.control.BaseDirectory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where to look, and for whom to write. */
final class CommonOptions {

    @Option(names = "--directory", paramLabel = "DIR", description = "The base directory (default: the one that channels of this user have, /dev/shm/reactor-shm-USER).")
    private @Nullable Path directory;

    @Option(names = "--json", description = "Write JSON, for programs.")
    private boolean json;

    BaseDirectory base() {
        return BaseDirectory.resolve(directory);
    }

    boolean json() {
        return json;
    }
}
