package io.github.reactorshm.tck.harness;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A base directory of one verification's own, in which every publisher and subscriber under test gets a new channel. */
public final class BaseDirectory implements AutoCloseable {

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final String LOCK = ".lock";

    private final Path path;
    private final AtomicLong channels = new AtomicLong();

    private BaseDirectory(Path path) {
        this.path = path;
    }

    /**
     * Makes a directory that only this user may enter.
     *
     * @return the directory
     */
    public static BaseDirectory create() {
        var mode = PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"));
        try {
            return new BaseDirectory(Files.isDirectory(SHARED_MEMORY)
                    ? Files.createTempDirectory(SHARED_MEMORY, "reactor-shm-tck-", mode)
                    : Files.createTempDirectory("reactor-shm-tck-", mode));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Path path() {
        return path;
    }

    public String newChannel() {
        return "tck-" + channels.incrementAndGet();
    }

    /** Waits until nothing is left of any channel; fails with what is left. */
    public void awaitEmpty() {
        await().atMost(Times.HOUSEKEEPING)
                .untilAsserted(() -> assertThat(entries()).as("files of channels that are over").isSubsetOf(LOCK));
    }

    /** Asserts that nothing is left of any channel, and removes the directory. */
    @Override
    public void close() {
        awaitEmpty();
        try {
            Files.deleteIfExists(path.resolve(LOCK));
            Files.delete(path);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private List<String> entries() throws IOException {
        try (Stream<Path> all = Files.list(path)) {
            return all.map(entry -> entry.getFileName().toString()).toList();
        }
    }
}
