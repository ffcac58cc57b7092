package io.github.reactorshm.process;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.control.BaseDirectory;
import io.github.reactorshm.control.PoolView;
import io.github.reactorshm.error.ShmOutOfSpaceException;
import io.github.reactorshm.layout.PoolGeometry;
import io.github.reactorshm.testkit.Needs;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.Resources;
import io.github.reactorshm.testkit.Signals;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

/** Pools that are too large for their file system, and pools that are very large. */
class MemoryTest {

    private static final long GIB = 1L << 30;

    @RegisterExtension
    final Processes processes = new Processes();

    @Test
    void M1_aPoolThatDoesNotFitIsRefusedAndASmallerOneWorks() throws Exception {
        Needs.mounts();
        try (TestDirectory mounted = TestDirectory.create()) {
            run("mount", "-t", "tmpfs", "-o", "size=64m,mode=0700", "tmpfs", mounted.toString());
            try {
                refuse(mounted.path());
                carry(mounted.path());
            } finally {
                processes.awaitNothingLeft();
                run("umount", mounted.toString());
            }
        }
    }

    private static void refuse(Path directory) {
        Resources before = Resources.of(directory);
        long start = System.nanoTime();
        ShmOutOfSpaceException refusal = catchThrowableOfType(ShmOutOfSpaceException.class,
                () -> ShmSink.<Long>channel("camera").slots(10).codec(Payloads.full(0, Payloads.CAMERA))
                        .baseDirectory(directory).open());
        Duration took = Liveness.since(start);
        Liveness.print("M1", "refused after %d ms: %s".formatted(took.toMillis(), refusal.getMessage()));
        // 1 s is due on an idle machine.
        assertThat(took).isLessThan(Liveness.SOON);
        assertThat(refusal.getNeeded()).isGreaterThanOrEqualTo(72_693_760);
        assertThat(refusal.getFree()).isLessThanOrEqualTo(64 << 20);
        assertThat(refusal.getDirectory()).isEqualTo(directory);
        assertThat(refusal).hasMessageContaining("%,d".formatted(refusal.getNeeded()))
                .hasMessageContaining("%,d".formatted(refusal.getFree())).hasMessageContaining(directory.toString())
                .hasMessageContaining("--shm-size");
        assertThat(Resources.of(directory).files()).isEmpty();
        before.awaitNoMoreThan();
    }

    private void carry(Path directory) {
        String at = "directory=" + directory + " channel=camera ";
        RemoteEnd sink = RemoteEnd.open(processes.sink(), "k", at + "slots=8 frames=1000 size=" + Payloads.CAMERA);
        RemoteEnd source = RemoteEnd.subscribe(processes.source(), "s", at);
        assertThat(source.awaitEnd(Duration.ofMinutes(2))).isEqualTo(new Signals(1000, "", 1, 0, "", ""));
        assertThat(sink.awaitEnd()).isEqualTo(new Signals(1000, "", 1, 0, "", ""));
    }

    private static void run(String... command) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder(command).inheritIO().start().waitFor()).as("%s", List.of(command)).isZero();
    }

    @Test
    void M6_slotsBeyondTwoGibibytesAreTheirOwn() throws Exception {
        Needs.sharedMemory(3 * GIB);
        int slots = 300;
        RemoteEnd sink = RemoteEnd.open(processes.sink(), "k",
                processes.at("camera") + "slots=" + slots + " size=" + Payloads.CAMERA);
        RemoteEnd source = RemoteEnd.subscribe(processes.source(), "s",
                processes.at("camera") + "demand=" + slots + " hold=" + slots);
        source.await("received", slots, Duration.ofMinutes(2));

        PoolView pool = PoolView.open(BaseDirectory.resolve(processes.directory()), "camera");
        try {
            PoolGeometry geometry = pool.header().geometry();
            assertThat(geometry.slotOffset(slots - 1)).isGreaterThan(2 * GIB);
            // Slots of a fresh pool are given out in their order: element n is in slot n - 1.
            for (int slot : new int[]{0, slots - 1}) {
                Payloads.check(pool.segment().asSlice(geometry.slotOffset(slot), Payloads.CAMERA), slot + 1L);
            }
        } finally {
            assertThat(pool.file().tryUnmap()).isTrue();
        }

        // Each kept frame is checked again, then all slots are used once more.
        source.call("release");
        source.request(slots);
        source.await("received", 2L * slots, Duration.ofMinutes(2));
        source.call("release");
        sink.call("complete");
        assertThat(source.awaitEnd()).isEqualTo(new Signals(2L * slots, "", 1, 0, "", ""));
        assertThat(sink.awaitEnd().completions()).isOne();
    }
}
