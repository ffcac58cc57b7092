package io.github.reactorshm.control;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

import io.github.reactorshm.error.ShmFileException;
import io.github.reactorshm.layout.PoolGeometry;
import io.github.reactorshm.layout.PoolHeader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OwnedChannelTest {

    @TempDir(factory = ShmDirectory.class)
    Path temporary;

    private BaseDirectory base;

    @BeforeEach
    void resolve() {
        base = BaseDirectory.resolve(temporary.resolve("base"));
    }

    @Test
    void anOpenChannelHasItsFilesAndAClosedOneNone() throws IOException {
        OwnedChannel channel = Channels.open(base, "camera-0");

        assertThat(channel.name()).isEqualTo("camera-0");
        assertThat(channel.directory()).isEqualTo(base.path().resolve("camera-0"));
        assertThat(Channels.tree(base.path())).containsExactly(".lock", "camera-0", "camera-0/lock", "camera-0/pool",
                "camera-0/socket");
        assertThat(channel.server().isBlocking()).isFalse();
        try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(base.socket("camera-0")));
                SocketChannel accepted = channel.server().accept()) {
            assertThat(client.isConnected()).isTrue();
            assertThat(accepted).isNotNull();
        }

        Channels.close(channel);
        channel.close();
        assertThat(Channels.tree(base.path())).containsExactly(".lock");
        assertThat(channel.server().isOpen()).isFalse();
        assertThat(channel.closePool()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 4095, 7_269_377})
    void M7_thePoolHasItsHeaderAndEveryPageForAnySlotSize(long slotSize) throws IOException {
        PoolHeader header = Channels.header(3, slotSize);
        OwnedChannel channel = OwnedChannel.open(base, "camera-0", header);
        Path file = channel.directory().resolve("pool");
        long size = header.geometry().fileSize();

        assertThat(Files.size(file)).isEqualTo(size);
        assertThat(blocks(file) * 512).isGreaterThanOrEqualTo(size);
        assertThat(channel.pool().byteSize()).isEqualTo(size);
        assertThat(channel.pool().isReadOnly()).isFalse();
        assertThat(channel.pool().address() % PoolGeometry.PAGE_SIZE).isZero();
        assertThat(PoolHeader.read(channel.pool(), size, "camera-0")).isEqualTo(header).isEqualTo(channel.header());
        Channels.close(channel);
    }

    private static long blocks(Path file) throws IOException {
        Process stat = new ProcessBuilder("stat", "-c", "%b", file.toString()).start();
        return Long.parseLong(
                new String(stat.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip());
    }

    @Test
    void subFilesAreWholeClosedToOthersAndUnlinked() throws IOException {
        OwnedChannel channel = Channels.open(base, "camera-0");
        MappedFile sub = channel.createSubFile(0xfedc_ba98_7654_3210L, 10_000);
        Path file = channel.directory().resolve("sub-fedcba9876543210");

        assertThat(sub.path()).isEqualTo(file);
        assertThat(Files.size(file)).isEqualTo(10_000);
        assertThat(blocks(file) * 512).isGreaterThanOrEqualTo(10_000);
        assertThat(Channels.mode(file)).isEqualTo("rw-------");
        sub.segment().set(ValueLayout.JAVA_LONG, 9992, 42);
        MappedFile peer = MappedFile.openSub(base, "camera-0", 0xfedc_ba98_7654_3210L, 10_000);
        assertThat(peer.segment().get(ValueLayout.JAVA_LONG, 9992)).isEqualTo(42);
        peer.segment().set(ValueLayout.JAVA_LONG, 0, 7);

        channel.unlinkSubFile(0xfedc_ba98_7654_3210L);
        channel.unlinkSubFile(0xfedc_ba98_7654_3210L);
        assertThat(file).doesNotExist();
        assertThat(sub.segment().get(ValueLayout.JAVA_LONG, 0)).isEqualTo(7);
        assertThat(sub.tryUnmap()).isTrue();
        assertThat(peer.tryUnmap()).isTrue();
        Channels.close(channel);
    }

    @Test
    void aSubFilesIdIsNotUsedTwice() {
        OwnedChannel channel = Channels.open(base, "camera-0");
        MappedFile first = channel.createSubFile(1, 4096);

        assertThatThrownBy(() -> channel.createSubFile(1, 4096)).isInstanceOf(ShmFileException.class)
                .hasMessageContaining("sub-1");
        assertThat(first.path()).exists();
        assertThat(first.tryUnmap()).isTrue();
        Channels.close(channel);
        assertThat(first.path()).doesNotExist();
    }

    @Test
    void closingUnlinksTheFilesOfSubscriptionsToo() throws IOException {
        OwnedChannel channel = Channels.open(base, "camera-0");
        MappedFile sub = channel.createSubFile(5, 4096);
        Files.createFile(channel.directory().resolve("stats"));

        Channels.close(channel);

        assertThat(Channels.tree(base.path())).containsExactly(".lock");
        assertThat(sub.tryUnmap()).isTrue();
    }

    @Test
    void aDirectoryThatWasRemovedIsNoErrorAtClosing() throws IOException {
        OwnedChannel channel = Channels.open(base, "camera-0");
        removeByHand(channel.directory());
        Channels.close(channel);

        OwnedChannel other = Channels.open(base, "camera-0");
        removeByHand(base.path());
        Channels.close(other);
        assertThat(base.path()).doesNotExist();
    }

    @Test
    void aDirectoryThatAnotherOwnerMadeAgainStaysAtClosing() throws IOException {
        OwnedChannel removed = Channels.open(base, "camera-0");
        removeByHand(removed.directory());
        OwnedChannel second = Channels.open(base, "camera-0");

        Channels.close(removed);

        assertThat(Channels.tree(base.path())).contains("camera-0/lock", "camera-0/pool", "camera-0/socket");
        Channels.close(second);
    }

    @Test
    void aForeignFileSurvivesTheClosingAndMakesTheNameUnusable() throws IOException {
        OwnedChannel channel = Channels.open(base, "camera-0");
        Files.createFile(channel.directory().resolve("notes.txt"));

        Channels.close(channel);

        assertThat(Channels.tree(base.path())).containsExactly(".lock", "camera-0", "camera-0/lock",
                "camera-0/notes.txt");
        assertThatThrownBy(() -> Channels.open(base, "camera-0"))
                .hasMessageContainingAll(channel.directory().toString(), "notes.txt", "remove it by hand");
        OwnedChannel other = Channels.open(base, "camera-1");
        Channels.close(other);
    }

    @Test
    void withoutTheBaseLockClosingLeavesTheFilesToTheNextOpening() throws IOException {
        OwnedChannel channel = Channels.open(base, "camera-0");
        try (BaseLock lock = BaseLock.acquire(base, BaseLock.TIMEOUT)) {
            channel.close(Duration.ofMillis(100));
            assertThat(Channels.tree(lock.base().path())).contains("camera-0/pool");
        }
        assertThat(channel.closePool()).isTrue();

        assertThat(DeadChannels.clean(base)).containsExactly(channel.directory());
        assertThat(Channels.tree(base.path())).containsExactly(".lock");
    }

    @Test
    void M5_aPoolInAStalledWriteIsUnmappedLater() throws Exception {
        OwnedChannel channel = Channels.open(base, "camera-0");
        channel.close();
        Pipe pipe = Pipe.open();
        ByteBuffer slots = channel.pool().asByteBuffer();
        ByteBuffer received = ByteBuffer.allocate(slots.capacity());
        try (ExecutorService writer = Executors.newSingleThreadExecutor()) {
            Future<Integer> written = writer.submit(() -> pipe.sink().write(slots));
            // A pipe takes far less than the pool: with its first bytes here, the write has begun and cannot end.
            pipe.source().read(received);
            assertThat(channel.closePool()).isFalse();

            while (received.hasRemaining()) {
                pipe.source().read(received);
            }
            assertThat(written.get()).isEqualTo(slots.capacity());
        }
        pipe.sink().close();
        pipe.source().close();
        assertThat(channel.closePool()).isTrue();
    }

    @Test
    void C6_aNameIsOpenedAgainAndAgain() throws IOException {
        for (int i = 0; i < 50; i++) {
            OwnedChannel channel = Channels.open(base, "camera-0");
            assertThat(Channels.tree(base.path())).hasSize(5);
            Files.copy(channel.directory().resolve("pool"), temporary.resolve("copy"),
                    StandardCopyOption.REPLACE_EXISTING);
            Channels.close(channel);
        }
        assertThat(Channels.tree(base.path())).containsExactly(".lock");
    }

    private static void removeByHand(Path directory) throws IOException {
        for (String entry : Channels.tree(directory).reversed()) {
            Files.delete(directory.resolve(entry));
        }
        Files.delete(directory);
    }
}
