package io.github.reactorshm.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.atomic.AtomicLong;

import io.github.reactorshm.control.BaseDirectory;
import io.github.reactorshm.control.DeadChannels;
import org.jspecify.annotations.Nullable;

/**
 * A fresh base directory in {@code /dev/shm}, for one test. When it is closed it must be empty, but for the lock; it is removed
 * in any case.
 */
public final class TestDirectory implements AutoCloseable {

    private static final AtomicLong COUNT = new AtomicLong();

    private final Path path;
    private final Resources before;

    private TestDirectory(Path path) {
        this.path = path;
        this.before = Resources.of(path);
    }

    /**
     * Makes one.
     *
     * @return the directory
     */
    public static TestDirectory create() {
        Path memory = Path.of("/dev/shm");
        Path parent = Files.isDirectory(memory) ? memory : Path.of(System.getProperty("java.io.tmpdir"));
        return create(
                parent.resolve("reactor-shm-test-" + ProcessHandle.current().pid() + "-" + COUNT.incrementAndGet()));
    }

    /**
     * Makes one in a place of the test's choice.
     *
     * @param path a directory that does not exist yet, in one that does
     * @return the directory
     */
    public static TestDirectory create(Path path) {
        try {
            return new TestDirectory(Files.createDirectory(path,
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path path() {
        return path;
    }

    /** Removes channels of dead owners, as the next opening or a clean does: for tests that kill an owner. */
    public void clean() {
        DeadChannels.clean(BaseDirectory.resolve(path));
    }

    /** Waits until this JVM uses no more than when the directory was made, and the directory is empty. */
    public void awaitNothingLeft() {
        before.awaitNoMoreThan();
    }

    @Override
    public void close() {
        try {
            awaitNothingLeft();
        } finally {
            delete();
        }
    }

    /** Removes the directory, whatever is in it. */
    public void discard() {
        delete();
    }

    private void delete() {
        try {
            Files.walkFileTree(path, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path dir, @Nullable IOException e) throws IOException {
                    if (e != null) {
                        throw e;
                    }
                    Files.deleteIfExists(dir);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public String toString() {
        return path.toString();
    }
}
