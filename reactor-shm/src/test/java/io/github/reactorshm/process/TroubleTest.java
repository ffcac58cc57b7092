package io.github.reactorshm.process;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.codec.BytesCodec;
import io.github.reactorshm.error.ShmAccessException;
import io.github.reactorshm.error.ShmCancelledException;
import io.github.reactorshm.error.ShmConnectTimeoutException;
import io.github.reactorshm.error.ShmFileException;
import io.github.reactorshm.error.ShmPeerLostException;
import io.github.reactorshm.error.ShmRemoteException;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Needs;
import io.github.reactorshm.testkit.OtherUser;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.Signals;
import io.github.reactorshm.testkit.SinkRole;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Directories and files that somebody takes away, closes or cuts while processes use them. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class TroubleTest {

    private static final List<String> TYPED = Stream.of(ShmFileException.class, ShmRemoteException.class,
            ShmPeerLostException.class, ShmCancelledException.class).map(Class::getName).toList();

    @RegisterExtension
    final Processes processes = new Processes();

    private static void removeTree(Path directory) throws IOException {
        try (Stream<Path> entries = Files.walk(directory)) {
            for (Path entry : entries.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(entry);
            }
        }
    }

    @Test
    void aDirectoryThatIsRemovedUnderARunningChannelStopsNeitherItNorItsEnd() throws IOException {
        ChildJvm sinks = processes.sink();
        ChildJvm sources = processes.source();
        RemoteEnd sink = RemoteEnd.open(sinks, "k", processes.at("camera"));
        RemoteEnd source = RemoteEnd.subscribe(sources, "s", processes.at("camera"));
        source.await("received", 100);
        removeTree(processes.directory().resolve("camera"));
        source.await("received", source.signals().received() + 1000);
        // Who comes now finds nothing, and is told so.
        RemoteEnd late = RemoteEnd.subscribe(sources, "late", processes.at("camera") + "connectTimeoutMillis=200");
        assertThat(late.awaitEnd().failedWith(ShmConnectTimeoutException.class)).isTrue();
        // The name can be opened again beside it, and the end of the first one leaves the second alone.
        RemoteEnd second = RemoteEnd.open(processes.sink(), "k", processes.at("camera") + "frames=500");
        sink.call("complete");
        assertThat(source.awaitEnd().completions()).isEqualTo(1);
        assertThat(sink.awaitEnd().completions()).isEqualTo(1);
        RemoteEnd reader = RemoteEnd.subscribe(sources, "reader", processes.at("camera"));
        assertThat(reader.awaitEnd()).isEqualTo(new Signals(500, "", 1, 0, "", ""));
        assertThat(second.awaitEnd()).isEqualTo(new Signals(500, "", 1, 0, "", ""));
    }

    @Test
    void aBaseDirectoryThatIsRemovedUnderRunningChannelsIsMadeAnewByTheNext() throws IOException {
        RemoteEnd sink = RemoteEnd.open(processes.sink(), "k", processes.at("camera"));
        RemoteEnd source = RemoteEnd.subscribe(processes.source(), "s", processes.at("camera"));
        source.await("received", 100);
        removeTree(processes.directory());
        source.await("received", source.signals().received() + 1000);
        RemoteEnd second = RemoteEnd.open(processes.sink(), "k", processes.at("camera") + "frames=500");
        sink.call("complete");
        assertThat(source.awaitEnd().completions()).isEqualTo(1);
        assertThat(sink.awaitEnd().completions()).isEqualTo(1);
        RemoteEnd reader = RemoteEnd.subscribe(processes.source(), "reader", processes.at("camera"));
        assertThat(reader.awaitEnd()).isEqualTo(new Signals(500, "", 1, 0, "", ""));
        assertThat(second.awaitEnd()).isEqualTo(new Signals(500, "", 1, 0, "", ""));
    }

    @Test
    void aReadOnlyFileSystemIsATypedErrorAndChannelsThatAreThereGoOn() throws Exception {
        Needs.mounts();
        Path mounted = Files.createDirectory(processes.directory().resolve("mounted"));
        run("mount", "-t", "tmpfs", "-o", "size=16m,mode=0700", "tmpfs", mounted.toString());
        try {
            String at = "directory=" + mounted + " channel=";
            ChildJvm sinks = processes.sink();
            ChildJvm sources = processes.source();
            RemoteEnd sink = RemoteEnd.open(sinks, "k", at + "camera");
            RemoteEnd source = RemoteEnd.subscribe(sources, "s", at + "camera");
            source.await("received", 100);
            // A plain remount is refused while files are open for writing; the mount point of a bind can be closed all the same.
            run("mount", "--bind", mounted.toString(), mounted.toString());
            run("mount", "-o", "remount,bind,ro", mounted.toString());
            try {
                assertThatThrownBy(() -> RemoteEnd.open(sinks, "other", at + "other"))
                        .hasMessageContaining(ShmFileException.class.getSimpleName())
                        .hasMessageContaining(mounted.toString());
                RemoteEnd late = RemoteEnd.subscribe(sources, "late", at + "camera");
                Signals refused = late.awaitEnd();
                assertThat(refused.failedWith(ShmFileException.class)).as("%s", refused).isTrue();
                source.await("received", source.signals().received() + 1000);
            } finally {
                run("umount", mounted.toString());
            }
            sink.call("complete");
            assertThat(source.awaitEnd().completions()).isEqualTo(1);
            assertThat(sink.awaitEnd().completions()).isEqualTo(1);
            RemoteEnd again = RemoteEnd.open(sinks, "again", at + "other frames=100");
            RemoteEnd reader = RemoteEnd.subscribe(sources, "reader", at + "other");
            assertThat(reader.awaitEnd()).isEqualTo(new Signals(100, "", 1, 0, "", ""));
            assertThat(again.awaitEnd()).isEqualTo(new Signals(100, "", 1, 0, "", ""));
        } finally {
            // The children unmap a moment after their streams' end.
            Liveness.until("unmounted", () -> status("umount", mounted.toString()) == 0);
            Files.delete(mounted);
        }
    }

    private static void run(String... command) throws IOException, InterruptedException {
        assertThat(status(command)).as("exit status of %s", List.of(command)).isZero();
    }

    private static int status(String... command) throws IOException, InterruptedException {
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start().waitFor();
    }

    @Test
    void aDirectoryWithoutTheRightToWriteIsATypedErrorNamingIt() throws IOException {
        // Root writes where no mode allows it, so somebody else tries.
        Needs.otherUsers();
        Path base = Files.createDirectory(processes.directory().resolve("base"));
        Files.setPosixFilePermissions(processes.directory(), PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.setAttribute(base, "unix:uid", OtherUser.FIRST);
        Files.setPosixFilePermissions(base, PosixFilePermissions.fromString("r-x------"));
        try (OtherUser users = OtherUser.prepare(); ChildJvm child = users.start(OtherUser.FIRST, SinkRole.class)) {
            for (Path unwritable : List.of(base, processes.directory().resolve("missing"))) {
                assertThatThrownBy(() -> RemoteEnd.open(child, "k", "channel=camera directory=" + unwritable))
                        .hasMessageContaining(ShmFileException.class.getSimpleName())
                        .hasMessageContaining(unwritable.toString());
            }
        }
        Files.delete(base);
    }

    @Test
    void aTruncatedPoolIsATypedErrorInBothProcessesAndOtherChannelsGoOn() throws IOException {
        ChildJvm sinks = processes.sink();
        ChildJvm sources = processes.source();
        RemoteEnd otherSink = RemoteEnd.open(sinks, "other", processes.at("other"));
        RemoteEnd otherSource = RemoteEnd.subscribe(sources, "other", processes.at("other"));
        for (String type : List.of("raw", "decoded", "process")) {
            RemoteEnd sink = RemoteEnd.open(sinks, type, processes.at(type) + "slots=4 size=1000000 varied=true");
            RemoteEnd source = RemoteEnd.subscribe(sources, type, processes.at(type) + "type=" + type);
            source.await("received", 50);
            try (FileChannel pool = FileChannel.open(processes.directory().resolve(type).resolve("pool"),
                    StandardOpenOption.WRITE)) {
                pool.truncate(0);
            }
            // Whichever end meets it first, the other one is told.
            assertThat(sink.awaitEnd().errorClass()).as("the sink's end, %s", type).isIn(TYPED);
            Signals ended = source.awaitEnd();
            assertThat(ended.terminals()).as("%s: %s", type, ended).isEqualTo(1);
            if (!type.equals("raw")) {
                // A subscriber that reads raw frames by itself meets the access's own error.
                assertThat(ended.errorClass()).as("the source's end, %s: %s", type, ended).isIn(TYPED);
            }
            long before = otherSource.signals().received();
            otherSource.await("received", before + 200);
        }
        assertThat(sinks.isAlive() && sources.isAlive()).isTrue();
        otherSink.call("complete");
        assertThat(otherSource.awaitEnd())
                .matches(signals -> signals.problem().isEmpty() && signals.completions() == 1);
    }

    @Test
    void whatIsOpenToOthersIsRefusedBySources() throws IOException {
        Path base = processes.directory();
        Channel channel = new Channel(base, "camera");
        ShmSink<byte[]> sink = channel.sink(BytesCodec.ofSlotSize(8)).open();
        for (Path open : List.of(channel.directory(), channel.directory().resolve("socket"),
                channel.directory().resolve("pool"), base.resolve(".lock"))) {
            var before = Files.getPosixFilePermissions(open);
            Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrw----"));
            if (open.endsWith(".lock")) {
                assertThatThrownBy(() -> new Channel(base, "other").sink(BytesCodec.ofSlotSize(8)).open())
                        .isInstanceOf(ShmAccessException.class).hasMessageContaining(open.toString());
            } else {
                assertThat(channel.recordFrames(1).awaitError(ShmAccessException.class)).as("%s", open)
                        .hasMessageContaining(open.toString()).hasMessageContaining("open to other users")
                        .hasMessageContaining("chmod go=");
            }
            Files.setPosixFilePermissions(open, before);
        }
        sink.dispose();
        assertThatThrownBy(() -> sink.onTerminate().block(ChildJvm.PATIENCE)).isInstanceOf(ShmCancelledException.class);
    }

    @Test
    void S6_noSymbolicLinkIsFollowedWhereverItLies() throws IOException {
        Path base = processes.directory();
        Channel real = new Channel(base, "camera");
        ShmSink<byte[]> sink = real.sink(BytesCodec.ofSlotSize(8)).open();
        Path aside = base.resolve("aside");
        for (String name : List.of("socket", "pool")) {
            Path file = real.directory().resolve(name);
            Files.move(file, aside);
            Files.createSymbolicLink(file, aside);
            assertThat(real.recordFrames(1).awaitError(ShmAccessException.class)).as(name)
                    .hasMessageContaining(file.toString()).hasMessageContaining("symbolic link");
            Files.delete(file);
            Files.move(aside, file);
        }
        Path link = Files.createSymbolicLink(base.resolve("link"), real.directory());
        assertThat(new Channel(base, "link").recordFrames(1).awaitError(ShmAccessException.class))
                .hasMessageContaining(link.toString()).hasMessageContaining("symbolic link");
        Files.delete(link);
        sink.dispose();
        assertThatThrownBy(() -> sink.onTerminate().block(ChildJvm.PATIENCE)).isInstanceOf(ShmCancelledException.class);
    }
}
