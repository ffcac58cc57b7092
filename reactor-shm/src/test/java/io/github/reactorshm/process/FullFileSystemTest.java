package io.github.reactorshm.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Needs;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.Signals;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** A file system in memory of the size that a container has by default, and what fills it. */
@Timeout(value = 600, unit = TimeUnit.SECONDS)
class FullFileSystemTest {

    private static final long SIZE = 64L << 20;

    @RegisterExtension
    final Processes processes = new Processes();

    private Path mounted;

    @BeforeEach
    void mount() throws Exception {
        Needs.mounts();
        mounted = Files.createDirectory(processes.directory().resolve("mounted"));
        assertThat(run("mount", "-t", "tmpfs", "-o", "size=64m,mode=0700", "tmpfs", mounted.toString())).isZero();
    }

    @AfterEach
    void unmount() throws Exception {
        if (mounted != null) {
            // The children unmap a moment after their streams' end.
            Liveness.until("unmounted", () -> run("umount", mounted.toString()) == 0);
            Files.delete(mounted);
        }
    }

    private static int run(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start().waitFor();
    }

    private String at(String channel) {
        return "directory=" + mounted + " channel=" + channel + " ";
    }

    private long used() throws IOException {
        return SIZE - Files.getFileStore(mounted).getUsableSpace();
    }

    @Test
    void M2_aPoolThatIsOpenCarriesOnWhenAnotherProgramFillsTheFileSystem() throws Exception {
        fillUnder(200, ChildJvm.PATIENCE);
    }

    @Tag("storm")
    @Test
    void M2_storm() throws Exception {
        fillUnder(10_000, Duration.ofMinutes(8));
    }

    private void fillUnder(long frames, Duration patience) throws Exception {
        RemoteEnd sink = RemoteEnd.open(processes.sink(), "k",
                at("camera") + "slots=8 size=" + Payloads.CAMERA + " frames=" + (10 + frames));
        RemoteEnd source = RemoteEnd.subscribe(processes.source(), "s", at("camera") + "demand=10");
        source.await("received", 10);
        assertThat(run("dd", "if=/dev/zero", "bs=64k", "of=" + mounted.resolve("filler"))).as("dd's exit status")
                .isNotZero();
        assertThat(Files.getFileStore(mounted).getUsableSpace()).isZero();
        source.request(Long.MAX_VALUE);
        assertThat(source.awaitEnd(patience)).isEqualTo(new Signals(10 + frames, "", 1, 0, "", ""));
        assertThat(sink.awaitEnd()).isEqualTo(new Signals(10 + frames, "", 1, 0, "", ""));
    }

    @Test
    void M3_aNewPoolFitsWhereTwentyOfKilledOwnersLie() throws Exception {
        ChildJvm killed = processes.sink();
        for (int i = 0; i < 20; i++) {
            RemoteEnd.open(killed, "k" + i, at("dead-" + i) + "slots=2 size=1500000");
        }
        killed.kill();
        assertThat(used()).as("bytes in use by twenty pools").isGreaterThan(20 * 2 * 1_500_000L);
        // More than is free: they have to go before it is made.
        long size = 8 * Payloads.CAMERA;
        assertThat(SIZE - used()).isLessThan(size);
        RemoteEnd sink = RemoteEnd.open(processes.sink(), "k",
                at("camera") + "slots=8 size=" + Payloads.CAMERA + " frames=20");
        assertThat(used()).as("bytes in use by one pool").isBetween(size, size + 200_000);
        RemoteEnd source = RemoteEnd.subscribe(processes.source(), "s", at("camera"));
        assertThat(source.awaitEnd()).isEqualTo(new Signals(20, "", 1, 0, "", ""));
        assertThat(sink.awaitEnd()).isEqualTo(new Signals(20, "", 1, 0, "", ""));
    }
}
