package io.github.reactorshm.benchmarks.support;

import java.nio.file.Files;
import java.nio.file.Path;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Where the shared files are made. */
public final class DirectoryOption {

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    private @Nullable Path directory;

    @Option(names = "--directory", paramLabel = "DIR", description = "Existing directory in which the shared files are made, and removed at the end; on tmpfs, or the figures tell of a disk (default: /dev/shm, else the temporary directory).")
    void setDirectory(Path chosen) {
        if (!Files.isDirectory(chosen) || !Files.isWritable(chosen)) {
            throw new ParameterException(command.commandLine(),
                    "--directory: " + chosen + " is no directory that can be written to");
        }
        directory = chosen.toAbsolutePath().normalize();
    }

    public Path directory() {
        if (directory != null) {
            return directory;
        }
        return Files.isDirectory(SHARED_MEMORY) ? SHARED_MEMORY : Path.of(System.getProperty("java.io.tmpdir", "/tmp"));
    }
}
