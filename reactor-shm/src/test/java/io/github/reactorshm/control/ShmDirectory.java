package io.github.reactorshm.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Temporary directories in memory, where there is {@code /dev/shm}; of mode 0700. */
final class ShmDirectory implements TempDirFactory {

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    @Override
    public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context) throws IOException {
        return Files.isDirectory(SHARED_MEMORY)
                ? Files.createTempDirectory(SHARED_MEMORY, "reactor-shm-test-")
                : Files.createTempDirectory("reactor-shm-test-");
    }
}
