package io.github.reactorshm.testkit;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A control message as another implementation would write and read it, from the protocol's description alone. */
public final class RawMessage {

    public static final int HELLO = 1;
    public static final int WELCOME = 2;
    public static final int REFUSED = 3;
    public static final int ATTACHED = 4;

    private static final byte[] MAGIC = "RSHM".getBytes(StandardCharsets.US_ASCII);
    private static final int HEADER_SIZE = 12;

    private final int type;
    private final int version;
    private final byte[] body;

    public RawMessage(int type, int version, byte[] body) {
        this.type = type;
        this.version = version;
        this.body = body.clone();
    }

    public int type() {
        return type;
    }

    public int version() {
        return version;
    }

    public byte[] body() {
        return body.clone();
    }

    public static RawMessage hello(int version, int mode, String contentType, String channel) {
        return hello(version, mode, "", contentType, channel);
    }

    public static RawMessage hello(int version, int mode, String group, String contentType, String channel) {
        return new RawMessage(HELLO, version,
                newBody().putInt(mode).putInt(0).text(group).text(contentType).text(channel).bytes());
    }

    public static RawMessage welcome(int version, long incarnation, long id, int slots, long slotSize,
            String contentType) {
        return new RawMessage(WELCOME, version,
                newBody().putLong(incarnation).putLong(id).putInt(slots).putLong(slotSize)
                        .text(contentType).bytes());
    }

    public static RawMessage refused(int version, int code, String reason, String expected, String found) {
        return new RawMessage(REFUSED, version,
                newBody().putInt(code).text(reason).text(expected).text(found).bytes());
    }

    public static RawMessage attached(int version) {
        return new RawMessage(ATTACHED, version, new byte[0]);
    }

    public byte[] bytes() {
        return bytesAnnouncing(body.length);
    }

    /** The message with another length in its header than its body has. */
    public byte[] bytesAnnouncing(int length) {
        byte[] bytes = new byte[HEADER_SIZE + body.length];
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).put(MAGIC).putShort((short) type)
                .putShort((short) version).putInt(length).put(body);
        return bytes;
    }

    /** Reads one message from a blocking socket. */
    public static RawMessage read(SocketChannel socket) throws IOException {
        ByteBuffer header = ByteBuffer.wrap(fill(socket, HEADER_SIZE)).order(ByteOrder.LITTLE_ENDIAN);
        byte[] magic = new byte[MAGIC.length];
        header.get(magic);
        if (!Arrays.equals(magic, MAGIC)) {
            throw new IOException("no control message: " + new String(magic, StandardCharsets.ISO_8859_1));
        }
        int type = header.getShort();
        int version = header.getShort();
        return new RawMessage(type, version, fill(socket, header.getInt()));
    }

    private static byte[] fill(SocketChannel socket, int size) throws IOException {
        byte[] bytes = new byte[size];
        ByteBuffer in = ByteBuffer.wrap(bytes);
        while (in.hasRemaining()) {
            if (socket.read(in) < 0) {
                throw new EOFException("end of file after " + in.position() + " of " + size + " bytes");
            }
        }
        return bytes;
    }

    /** The body, to be read field by field. */
    public Fields fields() {
        return new Fields(ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN));
    }

    private static Fields newBody() {
        return new Fields(ByteBuffer.allocate(8192).order(ByteOrder.LITTLE_ENDIAN));
    }

    /** A body's fields. */
    public static final class Fields {

        private final ByteBuffer buffer;

        private Fields(ByteBuffer buffer) {
            this.buffer = buffer;
        }

        public int nextInt() {
            return buffer.getInt();
        }

        public long nextLong() {
            return buffer.getLong();
        }

        public String nextText() {
            byte[] bytes = new byte[Short.toUnsignedInt(buffer.getShort())];
            buffer.get(bytes);
            return new String(bytes, StandardCharsets.UTF_8);
        }

        private Fields putInt(int value) {
            buffer.putInt(value);
            return this;
        }

        private Fields putLong(long value) {
            buffer.putLong(value);
            return this;
        }

        private Fields text(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            buffer.putShort((short) bytes.length).put(bytes);
            return this;
        }

        private byte[] bytes() {
            byte[] bytes = new byte[buffer.position()];
            buffer.get(0, bytes);
            return bytes;
        }
    }
}
