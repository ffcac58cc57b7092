package io.github.reactorshm.examples.program;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

import static org.assertj.core.api.Assertions.assertThat;

class RunDirectoryTest {

    @TempDir
    private Path named;

    @Test
    void withoutADirectoryOfTheUserARunHasItsOwnAndRemovesIt() throws IOException {
        RunDirectory directory = RunDirectory.of(options());
        Path path = directory.path();
        assertThat(Files.getPosixFilePermissions(path)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        Files.createFile(path.resolve(".lock"));
        Files.createFile(Files.createDirectory(path.resolve("test")).resolve("pool"));
        directory.close();
        assertThat(path).doesNotExist();
        directory.close();
    }

    @Test
    void aDirectoryThatTheUserNamedStays() throws IOException {
        try (RunDirectory directory = RunDirectory.of(options("--directory", named.toString()))) {
            assertThat(directory.path()).isEqualTo(named);
        }
        assertThat(named).exists();
    }

    private static ChannelOptions options(String... arguments) {
        return CommandLine.populateCommand(new Holder(), arguments).channel;
    }

    @Command
    private static final class Holder {

        @Mixin
        private final ChannelOptions channel = new ChannelOptions("test");
    }
}
