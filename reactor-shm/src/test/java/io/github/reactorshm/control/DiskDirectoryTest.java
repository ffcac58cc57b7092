package io.github.reactorshm.control;

import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class DiskDirectoryTest {

    @TempDir
    Path temporary;

    /** Opens two channels, so that what is logged can be counted. */
    static final class TwoChannels {

        private TwoChannels() {}

        public static void main(String[] arguments) {
            for (String name : new String[]{"camera-0", "camera-1"}) {
                Channels.close(Channels.open(BaseDirectory.resolve(Path.of(arguments[0])), name));
            }
            System.out.println("> done");
        }
    }

    @Test
    void M8_aDirectoryThatIsNotInMemoryIsNamedOnceWithItsFileSystem() throws Exception {
        String type = Files.getFileStore(temporary).type();
        assumeTrue(!type.equals("tmpfs"), "needs a temporary directory on a disk");
        BaseDirectory base = BaseDirectory.resolve(temporary.resolve("base"));
        try (ChildJvm child = ChildJvm.start(TwoChannels.class, base.toString())) {
            assertThat(child.hear()).isEqualTo("done");

            assertThat(child.output()).filteredOn(line -> line.contains(base + " is on")).singleElement().asString()
                    .contains(type, BaseDirectory.PROPERTY);
        }
        assertThat(base.isTmpfs()).isFalse();
        assertThat(Channels.tree(base.path())).containsExactly(".lock");
    }

    @Test
    void M8_sharedMemoryIsKnown() {
        assumeTrue(Files.isDirectory(Path.of("/dev/shm")), "needs /dev/shm");

        assertThat(BaseDirectory.resolve(Path.of("/dev/shm")).isTmpfs()).isTrue();
    }
}
