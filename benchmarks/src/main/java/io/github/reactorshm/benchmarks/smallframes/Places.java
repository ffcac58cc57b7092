package io.github.reactorshm.benchmarks.smallframes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import io.github.reactorshm.ShmSource;

/** Where in the run's directory each medium has its files. */
final class Places {

    /** The channel's name. */
    static final String CHANNEL = "small-frames";

    private final Path work;

    Places(Path work) {
        this.work = work;
    }

    /** Makes what the library does not make itself. */
    void create() throws IOException {
        Files.createDirectory(bare(),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    Path bare() {
        return work.resolve("bare");
    }

    Path base() {
        return work.resolve("base");
    }

    /**
     * Whether the channel's socket can be made.
     *
     * @throws IllegalArgumentException if its path is too long
     */
    void check() {
        ShmSource.channel(CHANNEL).baseDirectory(base()).build();
    }
}
