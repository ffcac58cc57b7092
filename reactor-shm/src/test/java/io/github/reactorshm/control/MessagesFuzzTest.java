package io.github.reactorshm.control;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import io.github.reactorshm.error.ShmProtocolException;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterProperty;
import net.jqwik.api.lifecycle.BeforeProperty;

import static org.assertj.core.api.Assertions.assertThat;

/** Control messages with any of their bytes changed, cut or added, in two pieces through a real socket. */
class MessagesFuzzTest {

    private static final String CHANNEL = "camera-0";
    private static final List<ByteBuffer> MESSAGES = List.of(
            Messages.hello(new Hello(1, 3, true, "workers", "application/octet-stream", CHANNEL)),
            Messages.welcome(new Welcome(4711, 7, 8, 100, "application/octet-stream")),
            Messages.refused(new Refused(Refused.CONTENT_TYPE, "the content types differ", "a", "b")),
            Messages.attached());

    private SocketChannel peer;
    private SocketChannel own;

    /** How a message is changed: bytes that are written over, how much of it is left, and what follows. */
    record Change(List<Integer> places, List<Long> values, int kept, List<Byte> behind) {}

    @BeforeProperty
    void connect() throws IOException {
        Path file = Files.createTempDirectory("messages").resolve("s");
        UnixDomainSocketAddress address = UnixDomainSocketAddress.of(file);
        try (ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            server.bind(address);
            peer = SocketChannel.open(address);
            own = server.accept();
            own.configureBlocking(false);
        } finally {
            Files.delete(file);
            Files.delete(file.getParent());
        }
    }

    @AfterProperty
    void disconnect() throws IOException {
        peer.close();
        own.close();
    }

    @Provide
    Arbitrary<byte[]> bytes() {
        Arbitrary<Long> values = Arbitraries.oneOf(Arbitraries.of(0L, -1L, 1L, 255L, 1024L, 1025L, 8192L, 8193L),
                Arbitraries.longs());
        Arbitrary<Change> changes = Combinators.combine(Arbitraries.integers().between(0, 90).list().ofMaxSize(3),
                values.list().ofSize(3),
                Arbitraries.frequencyOf(Tuple.of(3, Arbitraries.just(Integer.MAX_VALUE)),
                        Tuple.of(1, Arbitraries.integers().between(0, 90))),
                Arbitraries.frequencyOf(Tuple.of(3, Arbitraries.just(List.<Byte>of())),
                        Tuple.of(1, Arbitraries.bytes().list().ofMaxSize(40))))
                .as(Change::new);
        return Combinators.combine(Arbitraries.of(MESSAGES), changes).as(MessagesFuzzTest::changed);
    }

    private static byte[] changed(ByteBuffer message, Change change) {
        byte[] clean = new byte[message.remaining()];
        message.get(message.position(), clean);
        ByteBuffer out = ByteBuffer.allocate(clean.length + change.behind().size() + Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN).put(clean);
        int kept = Math.min(clean.length, change.kept());
        for (int i = 0; i < change.places().size(); i++) {
            int place = change.places().get(i) % clean.length;
            long value = change.values().get(i);
            switch ((int) (value & 3)) {
                case 0 -> out.put(place, (byte) value);
                case 1 -> out.putShort(place, (short) value);
                case 2 -> out.putInt(place, (int) value);
                default -> out.putLong(place, value);
            }
        }
        out.position(kept);
        change.behind().forEach(out::put);
        return Arrays.copyOf(out.array(), out.position());
    }

    @Property(tries = 20_000, edgeCases = EdgeCasesMode.NONE)
    void S3_S4_anyBytesAreAMessageOrATypedErrorOrWaitForMore(@ForAll("bytes") byte[] bytes, @ForAll int split)
            throws IOException {
        read(bytes, split);
    }

    @Tag("storm")
    @Property(tries = 1_000_000, edgeCases = EdgeCasesMode.NONE)
    void S3_S4_anyBytesAreAMessageOrATypedErrorOrWaitForMoreStorm(@ForAll("bytes") byte[] bytes, @ForAll int split)
            throws IOException {
        read(bytes, split);
    }

    private void read(byte[] bytes, int split) throws IOException {
        MessageReader reader = new MessageReader(CHANNEL);
        int first = bytes.length == 0 ? 0 : Math.floorMod(split, bytes.length);
        try {
            boolean whole = send(bytes, 0, first) && reader.read(own);
            if (!whole) {
                whole = send(bytes, first, bytes.length) && reader.read(own);
            }
            assertThat(reader.endOfFile()).isFalse();
            if (whole) {
                Messages.Header header = reader.header();
                assertThat(header.length()).isBetween(0, Messages.MAX_BODY).isEqualTo(reader.body().remaining());
                parse(header, reader.body());
            }
        } catch (ShmProtocolException e) {
            assertThat(e).hasMessageContaining(CHANNEL);
        } finally {
            drain();
        }
    }

    private boolean send(byte[] bytes, int from, int to) throws IOException {
        peer.write(ByteBuffer.wrap(bytes, from, to - from));
        return true;
    }

    private static void parse(Messages.Header header, ByteBuffer body) {
        Object read = switch (header.type()) {
            case Messages.HELLO -> Messages.readHello(CHANNEL, header, body);
            case Messages.WELCOME -> Messages.readWelcome(CHANNEL, body);
            case Messages.REFUSED -> Messages.readRefused(CHANNEL, body);
            default -> header;
        };
        assertThat(read).isNotNull();
    }

    private void drain() throws IOException {
        ByteBuffer rest = ByteBuffer.allocate(512);
        while (own.read(rest.clear()) > 0) {
            assertThat(rest.position()).isPositive();
        }
    }
}
