package io.github.reactorshm.benchmarks;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Temporary directories in memory where there is such a place. */
public final class SharedMemory implements TempDirFactory {

    private static final Path PLACE = Path.of("/dev/shm");

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext test) throws IOException {
        String prefix = "reactor-shm-test-";
        return Files.isDirectory(PLACE)
                ? Files.createTempDirectory(PLACE, prefix)
                : Files.createTempDirectory(prefix);
    }
}
