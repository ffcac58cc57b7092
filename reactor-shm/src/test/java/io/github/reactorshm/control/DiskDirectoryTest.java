package io.github.reactorshm.control;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class DiskDirectoryTest {

    @TempDir
    Path temporary;

    /** Keeps what is logged. */
    private static final class Recorder extends Handler {

        private final List<String> warnings = new ArrayList<>();

        @Override
        public void publish(LogRecord logged) {
            if (logged.getLevel().intValue() >= Level.WARNING.intValue()) {
                warnings.add(logged.getMessage());
            }
        }

        @Override
        public void flush() {
            // Nothing is buffered.
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    @Test
    void M8_aDirectoryThatIsNotInMemoryIsNamedOnceWithItsFileSystem() throws Exception {
        String type = Files.getFileStore(temporary).type();
        assumeTrue(!type.equals("tmpfs"), "needs a temporary directory on a disk");
        BaseDirectory base = BaseDirectory.resolve(temporary.resolve("base"));
        Recorder recorder = new Recorder();
        Logger logger = Logger.getLogger(BaseDirectory.class.getName());
        logger.addHandler(recorder);
        try {
            Channels.close(Channels.open(base, "camera-0"));
            Channels.close(Channels.open(BaseDirectory.resolve(base.path()), "camera-1"));
        } finally {
            logger.removeHandler(recorder);
        }

        assertThat(base.isTmpfs()).isFalse();
        assertThat(recorder.warnings).singleElement().asString().contains(base.toString(), type);
        assertThat(Channels.tree(base.path())).containsExactly(".lock");
    }

    @Test
    void M8_sharedMemoryIsKnown() {
        assumeTrue(Files.isDirectory(Path.of("/dev/shm")), "needs /dev/shm");

        assertThat(BaseDirectory.resolve(Path.of("/dev/shm")).isTmpfs()).isTrue();
    }
}
