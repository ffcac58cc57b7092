package io.github.reactorshm.testkit;

import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/**
 * A consumer that knows the protocol and keeps to it as far as a test wants: it writes any bytes to the control socket and any
 * words into its control file. Its calls block; tests that use it have a time-out.
 */
public final class RawConsumer implements AutoCloseable {

    public static final int VERSION = 1;
    public static final int LOSSLESS = 1;
    public static final int GROUP = 3;

    public static final long REQUESTED = 128;
    public static final long STATE = 136;
    public static final long TAKEN = 256;
    public static final long CONSUMER_BELL = 512;
    public static final long PRODUCER_BELL = 640;
    public static final long RING = 768;
    public static final long ENTRY_SIZE = 64;
    public static final long ENTRY_KIND = 8;
    public static final long ENTRY_SLOT = 12;

    private static final long RING_CAPACITY = 32;
    private static final long RETURNS_OFFSET = 40;
    private static final long ERROR_OFFSET = 48;
    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG.withOrder(ByteOrder.LITTLE_ENDIAN);

    private final Channel channel;
    private final SocketChannel socket;
    private final Arena arena = Arena.ofShared();
    private MemorySegment control = MemorySegment.NULL;
    private int ringCapacity;
    private long returnsOffset;
    private long errorOffset;

    private RawConsumer(Channel channel, SocketChannel socket) {
        this.channel = channel;
        this.socket = socket;
    }

    /** Connects and says nothing. */
    public static RawConsumer connect(Channel channel) throws IOException {
        return new RawConsumer(channel,
                SocketChannel.open(UnixDomainSocketAddress.of(channel.directory().resolve("socket"))));
    }

    /** Connects and attaches as the protocol says. */
    public static RawConsumer attach(Channel channel) throws IOException {
        return attach(channel, LOSSLESS, "");
    }

    /** Connects and attaches in a mode; the group is empty but for members of one. */
    public static RawConsumer attach(Channel channel, int mode, String group) throws IOException {
        RawConsumer consumer = connect(channel);
        consumer.send(RawMessage.hello(VERSION, mode, group, "", channel.name()).bytes());
        consumer.map(consumer.receive());
        consumer.send(RawMessage.attached(VERSION).bytes());
        return consumer;
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

    /** Waits until the owner closes the connection; what it says before is skipped. */
    public void awaitClosed() throws IOException {
        ByteBuffer in = ByteBuffer.allocate(256);
        try {
            while (socket.read(in.clear()) >= 0) {
                assertThat(in.position()).isPositive();
            }
        } catch (IOException e) {
            // With unread bytes of ours in its socket, the owner's close is a reset.
            assertThat(e).hasMessageContaining("reset");
        }
    }

    /** Expects the end of file where the next message would begin. */
    public void assertNoMoreMessages() {
        assertThatThrownBy(this::receive)
                .satisfiesAnyOf(e -> assertThat(e).isInstanceOf(EOFException.class),
                        e -> assertThat(e).hasMessageContaining("reset"));
    }

    /** Maps the control file that a WELCOME names. */
    public Path map(RawMessage welcome) throws IOException {
        assertThat(welcome.type()).as("type of the answer").isEqualTo(RawMessage.WELCOME);
        RawMessage.Fields fields = welcome.fields();
        assertThat(fields.nextLong()).as("incarnation").isNotZero();
        Path file = channel.directory().resolve("sub-" + Long.toHexString(fields.nextLong()));
        try (FileChannel sub = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            control = sub.map(MapMode.READ_WRITE, 0, sub.size(), arena);
        }
        // Read once: a test may write over them.
        ringCapacity = getInt(RING_CAPACITY);
        returnsOffset = getLong(RETURNS_OFFSET);
        errorOffset = getLong(ERROR_OFFSET);
        return file;
    }

    /** The control file, for those who write into it by themselves. */
    public MemorySegment control() {
        return control;
    }

    public void putLong(long offset, long value) {
        LONG.varHandle().setVolatile(control, offset, value);
    }

    public void putInt(long offset, int value) {
        INT.varHandle().setVolatile(control, offset, value);
    }

    public long getLong(long offset) {
        return (long) LONG.varHandle().getVolatile(control, offset);
    }

    public int getInt(long offset) {
        return (int) INT.varHandle().getVolatile(control, offset);
    }

    /** Asks for so many in all and rings. */
    public void request(long total) throws IOException {
        putLong(REQUESTED, total);
        ring();
    }

    public void ring() throws IOException {
        send(new byte[]{'B'});
    }

    public long entry(long index) {
        return RING + (index - 1) % ringCapacity * ENTRY_SIZE;
    }

    /** Whether the entry of a delivery index is published. */
    public boolean isPublished(long index) {
        return getLong(entry(index)) == index;
    }

    public int kind(long index) {
        return getInt(entry(index) + ENTRY_KIND);
    }

    public int slot(long index) {
        return getInt(entry(index) + ENTRY_SLOT);
    }

    public long returnWord(int slot) {
        return returnsOffset + (long) slot * Long.BYTES;
    }

    public void giveBack(int slot, long index) {
        putLong(returnWord(slot), index);
    }

    public int errorCode() {
        return getInt(errorOffset);
    }

    @Override
    public void close() throws IOException {
        socket.close();
        arena.close();
    }
}
