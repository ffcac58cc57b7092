package io.github.reactorshm.benchmarks.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.ThreadLocalRandom;

import org.jspecify.annotations.Nullable;

/** A directory of this run's own, with mode 0700, that is removed with all that is in it. */
public final class WorkDirectory implements AutoCloseable {

    private final Path path;

    private WorkDirectory(Path path) {
        this.path = path;
    }

    /** Makes a fresh directory; its name is short, since a socket's path in it is bounded. */
    public static WorkDirectory create(Path parent) throws IOException {
        String name = String.format("reactor-shm-bench-%08x", ThreadLocalRandom.current().nextInt());
        return new WorkDirectory(Files.createDirectory(parent.resolve(name),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))));
    }

    public Path path() {
        return path;
    }

    @Override
    public void close() {
        remove(path);
    }

    /** Removes a directory with all that is in it, also while another process does the same. */
    public static void remove(Path directory) {
        try {
            Files.walkFileTree(directory, new Removal());
        } catch (IOException e) {
            throw new UncheckedIOException(directory + " could not be removed", e);
        }
    }

    private static final class Removal extends SimpleFileVisitor<Path> {

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(Path file, IOException problem) throws IOException {
            if (problem instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw problem;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException problem) throws IOException {
            if (problem != null) {
                throw problem;
            }
            Files.deleteIfExists(directory);
            return FileVisitResult.CONTINUE;
        }
    }
}
