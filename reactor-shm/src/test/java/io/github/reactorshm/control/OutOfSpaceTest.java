package io.github.reactorshm.control;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;

import io.github.reactorshm.error.ShmOutOfSpaceException;
import io.github.reactorshm.layout.PoolHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

/** On a file system of 64 MiB, as a container has by default. */
class OutOfSpaceTest {

    private static final long SLOT_SIZE = 7_269_376;
    private static final PoolHeader EIGHT_SLOTS = Channels.header(8, SLOT_SIZE);
    private static final PoolHeader TEN_SLOTS = Channels.header(10, SLOT_SIZE);

    @TempDir
    Path mounted;

    private boolean isMounted;
    private BaseDirectory base;

    @BeforeEach
    void mount() throws Exception {
        isMounted = Privileges.mountTmpfs(mounted, "64m");
        assumeTrue(isMounted, "needs root and the right to mount, for a tmpfs of 64 MiB");
        base = BaseDirectory.resolve(mounted.resolve("base"));
    }

    @AfterEach
    void unmount() throws Exception {
        if (isMounted) {
            Privileges.unmount(mounted);
        }
    }

    private void assertHasRoomForEightSlots() throws IOException {
        assertThat(Channels.tree(base.path())).containsExactly(".lock");
        OwnedChannel channel = OwnedChannel.open(base, "camera-0", EIGHT_SLOTS);
        channel.pool().set(ValueLayout.JAVA_BYTE, EIGHT_SLOTS.geometry().slotOffset(7) + SLOT_SIZE - 1, (byte) 1);
        Channels.close(channel);
        assertThat(Channels.tree(base.path())).containsExactly(".lock");
    }

    private void fillUpTo(long left) throws IOException {
        try (OutputStream out = Files.newOutputStream(mounted.resolve("filler"), StandardOpenOption.CREATE_NEW)) {
            byte[] chunk = new byte[4096];
            while (Files.getFileStore(mounted).getUsableSpace() > left) {
                out.write(chunk);
            }
        }
    }

    @Test
    void M1_tenSlotsOn64MiBAreRefusedWithNumbersAndRemedyAndEightFit() throws IOException {
        long start = System.nanoTime();
        assertThatThrownBy(() -> OwnedChannel.open(base, "camera-0", TEN_SLOTS))
                .isInstanceOfSatisfying(ShmOutOfSpaceException.class, e -> {
                    assertThat(e.getNeeded()).isEqualTo(TEN_SLOTS.geometry().fileSize()).isGreaterThan(72_693_760);
                    assertThat(e.getFree()).isBetween(67_000_000L, 67_108_864L);
                    assertThat(e.getDirectory()).isEqualTo(base.path());
                    assertThat(e).hasMessageContainingAll("72,702,592", base.toString(), "--shm-size");
                });
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(1));
        assertHasRoomForEightSlots();
    }

    @Test
    void M1_spaceThatAnotherProgramTakesWhileThePoolIsWrittenGivesTheSameError() throws IOException {
        assertThatThrownBy(() -> new Opening(base, "camera-0", EIGHT_SLOTS, step -> {
            if (step == OpeningStep.POOL_BEGUN) {
                try {
                    // What is left takes a sparse file with its last page, and breaks at the first access.
                    fillUpTo(1 << 20);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            }
        }).run()).isInstanceOfSatisfying(ShmOutOfSpaceException.class, e -> {
            assertThat(e.getNeeded()).isEqualTo(EIGHT_SLOTS.geometry().fileSize());
            assertThat(e.getFree()).isBetween(1L << 20, 2L << 20);
            assertThat(e).hasCauseInstanceOf(IOException.class);
        });
        Files.delete(mounted.resolve("filler"));
        assertHasRoomForEightSlots();
    }

    @Test
    void M2_aPoolThatIsOpenIsWrittenOnAFullFileSystem() throws IOException {
        OwnedChannel channel = OwnedChannel.open(base, "camera-0", EIGHT_SLOTS);
        fillUpTo(0);

        channel.pool().asSlice(8192).fill((byte) 7);

        assertThat(channel.pool().get(ValueLayout.JAVA_BYTE, channel.pool().byteSize() - 1)).isEqualTo((byte) 7);
        Channels.close(channel);
    }

    @Test
    void M1_aSubscriptionsFileThatDoesNotFitIsRefusedAndLeavesNothing() throws IOException {
        OwnedChannel channel = OwnedChannel.open(base, "camera-0", EIGHT_SLOTS);
        fillUpTo(0);

        assertThatThrownBy(() -> channel.createSubFile(1, 8192))
                .isInstanceOfSatisfying(ShmOutOfSpaceException.class, e -> {
                    assertThat(e.getNeeded()).isEqualTo(8192);
                    assertThat(e.getFree()).isZero();
                });
        assertThat(channel.directory().resolve("sub-1")).doesNotExist();

        Files.delete(mounted.resolve("filler"));
        MappedFile sub = channel.createSubFile(1, 8192);
        assertThat(sub.tryUnmap()).isTrue();
        Channels.close(channel);
    }

    @Test
    void M1_theSpaceOfADeadOwnerIsFreeForTheNext() throws Exception {
        try (ChildJvm child = ChildJvm.start(Filler.class, base.toString())) {
            assertThat(child.hear()).isEqualTo("open");
            child.shoot();
            OwnedChannel next = OwnedChannel.open(base, "camera-0", EIGHT_SLOTS);
            Channels.close(next);
        }
    }

    /** Owns a pool that fills the file system. */
    static final class Filler {

        private Filler() {}

        public static void main(String[] arguments) throws IOException {
            OwnedChannel.open(BaseDirectory.resolve(Path.of(arguments[0])), "camera-0", EIGHT_SLOTS);
            System.out.println("> open");
            System.in.read();
        }
    }
}
