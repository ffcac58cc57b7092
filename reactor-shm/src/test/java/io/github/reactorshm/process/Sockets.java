package io.github.reactorshm.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The sockets that a process has open. */
final class Sockets {

    private Sockets() {}

    static long of(long pid) {
        try (Stream<Path> links = Files.list(Path.of("/proc", String.valueOf(pid), "fd"))) {
            List<Path> all = links.toList();
            return all.stream().filter(Sockets::isSocket).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isSocket(Path link) {
        try {
            return Files.readSymbolicLink(link).toString().startsWith("socket:");
        } catch (NoSuchFileException e) {
            // It was closed meanwhile.
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
