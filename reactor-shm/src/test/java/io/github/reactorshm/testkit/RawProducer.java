package io.github.reactorshm.testkit;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;

import io.github.reactorshm.layout.DeliveryMode;
import io.github.reactorshm.layout.PoolGeometry;
import io.github.reactorshm.layout.PoolHeader;
import io.github.reactorshm.layout.SubscriptionControl;
import io.github.reactorshm.layout.SubscriptionGeometry;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An owner of a channel that keeps to the protocol as far as a test wants. It serves one consumer. Its calls block; tests that
 * use it have a time-out.
 */
public final class RawProducer implements AutoCloseable {

    public static final int SLOTS = 4;
    public static final long SLOT_SIZE = 100;
    public static final String CONTENT_TYPE = "application/octet-stream";
    public static final long SUBSCRIPTION = 1;

    /** Where a test may change what was written: see the drawing of {@link PoolHeader}. */
    public static final int POOL_VERSION = 8;
    /** Where a test may change what was written: the identity of a control file. */
    public static final int CONTROL_VERSION = 8;

    private static final long INCARNATION = 4711;
    private static final FileAttribute<Set<PosixFilePermission>> CLOSED_TO_OTHERS = PosixFilePermissions
            .asFileAttribute(PosixFilePermissions.fromString("rw-------"));

    private final Path directory;
    private final FileChannel lock;
    private final ServerSocketChannel server;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment pool;
    private Arena subscriptionArena = Arena.ofShared();
    private long subscription = SUBSCRIPTION;
    private MemorySegment controlFile;
    private SubscriptionControl control;
    private SocketChannel socket;

    private RawProducer(Path directory) throws IOException {
        this.directory = Files.createDirectory(directory,
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        lock = FileChannel.open(directory.resolve("lock"),
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), CLOSED_TO_OTHERS);
        lock.lock();
        PoolGeometry geometry = PoolGeometry.of(SLOTS, SLOT_SIZE);
        pool = file("pool", geometry.fileSize(), arena);
        new PoolHeader(geometry, INCARNATION, CONTENT_TYPE, Map.of("key", "value")).write(pool);
        controlFile = newControlFile();
        control = newControl();
        server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        server.bind(UnixDomainSocketAddress.of(directory.resolve("socket")));
        Files.setPosixFilePermissions(directory.resolve("socket"), CLOSED_TO_OTHERS.value());
    }

    private MemorySegment newControlFile() throws IOException {
        return file("sub-" + Long.toHexString(subscription), SubscriptionGeometry.of(SLOTS).fileSize(),
                subscriptionArena);
    }

    private SubscriptionControl newControl() {
        return SubscriptionControl.create(controlFile, SubscriptionGeometry.of(SLOTS), DeliveryMode.LOSSLESS,
                INCARNATION, subscription);
    }

    /** Makes a control file for another subscription; the one before is gone from here on. */
    public void renew() throws IOException {
        hangUp();
        Files.deleteIfExists(directory.resolve("sub-" + Long.toHexString(subscription)));
        subscriptionArena.close();
        subscriptionArena = Arena.ofShared();
        subscription++;
        controlFile = newControlFile();
        control = newControl();
    }

    private MemorySegment file(String name, long size, Arena of) throws IOException {
        try (FileChannel channel = FileChannel.open(directory.resolve(name),
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE),
                CLOSED_TO_OTHERS)) {
            channel.write(ByteBuffer.wrap(new byte[1]), size - 1);
            return channel.map(MapMode.READ_WRITE, 0, size, of);
        }
    }

    /** A channel whose files are all as they should be, and who listens. */
    public static RawProducer open(Channel channel) throws IOException {
        return new RawProducer(channel.directory());
    }

    public MemorySegment pool() {
        return pool;
    }

    public MemorySegment controlFile() {
        return controlFile;
    }

    public SubscriptionControl control() {
        return control;
    }

    public Path directory() {
        return directory;
    }

    /** Takes the next connection and its HELLO. */
    public RawMessage accept() throws IOException {
        hangUp();
        socket = server.accept();
        return RawMessage.read(socket);
    }

    public void send(byte[] bytes) throws IOException {
        ByteBuffer out = ByteBuffer.wrap(bytes);
        while (out.hasRemaining()) {
            socket.write(out);
        }
    }

    public RawMessage receive() throws IOException {
        return RawMessage.read(socket);
    }

    /** A WELCOME that agrees with the files, for the first subscription. */
    public static RawMessage welcome() {
        return welcome(SUBSCRIPTION);
    }

    private static RawMessage welcome(long subscription) {
        return RawMessage.welcome(RawConsumer.VERSION, INCARNATION, subscription, SLOTS, SLOT_SIZE, CONTENT_TYPE);
    }

    /** Does the whole handshake, and says that the subscription is in the books. */
    public void attach() throws IOException {
        assertThat(accept().type()).isEqualTo(RawMessage.HELLO);
        send(welcome(subscription).bytes());
        assertThat(receive().type()).isEqualTo(RawMessage.ATTACHED);
        control.storeProducerActive();
    }

    /** Closes the connection that was accepted last. */
    public void hangUp() throws IOException {
        if (socket != null) {
            socket.close();
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        lock.close();
        hangUp();
        subscriptionArena.close();
        arena.close();
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }
        });
        Files.delete(directory);
    }
}
