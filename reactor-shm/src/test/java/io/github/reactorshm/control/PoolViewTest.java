package io.github.reactorshm.control;

import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import io.github.reactorshm.error.ShmAccessException;
import io.github.reactorshm.error.ShmProtocolException;
import io.github.reactorshm.error.ShmVersionMismatchException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

class PoolViewTest {

    @TempDir(factory = ShmDirectory.class)
    Path temporary;

    private BaseDirectory base;
    private OwnedChannel owned;
    private Path pool;

    @BeforeEach
    void open() {
        base = BaseDirectory.resolve(temporary.resolve("base"));
        owned = Channels.open(base, "camera-0");
        pool = owned.directory().resolve("pool");
    }

    @AfterEach
    void close() {
        Channels.close(owned);
    }

    @Test
    void aConsumerSeesWhatTheOwnerWritesAndCannotWrite() throws IOException {
        PoolView view = PoolView.open(base, "camera-0");
        long offset = view.header().geometry().slotOffset(3);
        view.file().load();

        assertThat(view.header()).isEqualTo(owned.header());
        assertThat(view.segment().byteSize()).isEqualTo(owned.pool().byteSize());
        owned.pool().set(ValueLayout.JAVA_LONG, offset, 42);
        assertThat(view.segment().get(ValueLayout.JAVA_LONG, offset)).isEqualTo(42);
        assertThat(view.segment().isReadOnly()).isTrue();
        assertThatThrownBy(() -> view.segment().set(ValueLayout.JAVA_LONG, offset, 1))
                .isInstanceOf(IllegalArgumentException.class);

        owned.close();
        assertThat(view.segment().get(ValueLayout.JAVA_LONG, offset)).isEqualTo(42);
        assertThat(view.file().tryUnmap()).isTrue();
        assertThat(view.file().tryUnmap()).isTrue();
        assertThatThrownBy(() -> view.segment().get(ValueLayout.JAVA_LONG, offset))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void whatIsNotThereYetIsToldApart() {
        BaseDirectory nowhere = BaseDirectory.resolve(temporary.resolve("nowhere"));

        assertThatThrownBy(() -> PoolView.open(nowhere, "camera-0")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> PoolView.open(base, "camera-1")).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> MappedFile.openSub(base, "camera-0", 9, 64)).isInstanceOf(NoSuchFileException.class);
        owned.close();
        assertThatThrownBy(() -> PoolView.open(base, "camera-0")).isInstanceOf(NoSuchFileException.class);
    }

    @Test
    void S6_linksAndOtherTypesAreRefused() throws IOException {
        Path moved = Files.move(pool, temporary.resolve("moved"));
        Files.createSymbolicLink(pool, moved);
        assertRefused(pool);

        Files.delete(pool);
        Files.createDirectory(pool);
        assertRefused(pool);

        Files.delete(pool);
        assertThat(run("mkfifo", pool.toString())).isZero();
        assertRefused(pool);

        Files.delete(pool);
        Files.createSymbolicLink(base.channel("camera-1"), owned.directory());
        assertThatThrownBy(() -> PoolView.open(base, "camera-1")).isInstanceOf(ShmAccessException.class)
                .hasMessageContaining(base.channel("camera-1").toString());
    }

    @Test
    void S6_aPoolOfAnotherUserIsRefused() throws IOException {
        assumeTrue(Privileges.isRoot(), "needs root, to give a file to another user");
        Files.setAttribute(pool, "unix:uid", 12345);

        assertThatThrownBy(() -> PoolView.open(base, "camera-0")).isInstanceOf(ShmAccessException.class)
                .hasMessageContainingAll(pool.toString(), "12345", base.owner().getName());
        Files.setAttribute(pool, "unix:uid", 0);
    }

    @Test
    void S4_aTruncatedFileIsATypedError() throws IOException {
        for (long size : new long[]{owned.pool().byteSize() - 1, 8192, 4416, 4415, 100, 8, 0}) {
            try (FileChannel file = FileChannel.open(pool, StandardOpenOption.WRITE)) {
                file.truncate(size);
            }
            assertThatThrownBy(() -> PoolView.open(base, "camera-0")).as("%s bytes", size)
                    .isInstanceOf(ShmProtocolException.class).hasMessageContainingAll("camera-0", Long.toString(size));
        }
    }

    @Test
    void S8_anotherVersionIsATypedError() throws IOException {
        try (FileChannel file = FileChannel.open(pool, StandardOpenOption.WRITE)) {
            file.write(ByteBuffer.wrap(new byte[]{2}), 8);
        }
        assertThatThrownBy(() -> PoolView.open(base, "camera-0")).isInstanceOf(ShmVersionMismatchException.class);
    }

    @Test
    void aSubscriptionsFileOfAnotherSizeIsRefused() throws IOException {
        MappedFile sub = owned.createSubFile(1, 4096);

        for (long size : new long[]{0, 4095, 4097, Long.MAX_VALUE, -1}) {
            assertThatThrownBy(() -> MappedFile.openSub(base, "camera-0", 1, size))
                    .isInstanceOf(ShmProtocolException.class).hasMessageContainingAll("4096", Long.toString(size));
        }
        assertThat(Files.size(sub.path())).isEqualTo(4096);
        assertThat(sub.tryUnmap()).isTrue();
    }

    private void assertRefused(Path file) {
        assertThatThrownBy(() -> PoolView.open(base, "camera-0")).isInstanceOf(ShmAccessException.class)
                .hasMessageContaining(file.toString());
    }

    private static int run(String... command) throws IOException {
        return new ProcessBuilder(command).inheritIO().start().onExit().join().exitValue();
    }
}
