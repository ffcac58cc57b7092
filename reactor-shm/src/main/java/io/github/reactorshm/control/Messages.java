package io.github.reactorshm.control;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

import io.github.reactorshm.error.ShmProtocolException;
import io.github.reactorshm.layout.LayoutVersion;

/**
 * The handshake's messages as bytes: a header of 12 bytes (magic, type, version, length of the body), then the body. All
 * numbers little-endian; a text is its length in two bytes and then UTF-8.
 */
final class Messages {

    static final int HELLO = 1;
    static final int WELCOME = 2;
    static final int REFUSED = 3;
    static final int ATTACHED = 4;

    static final int HEADER_SIZE = 12;
    /** No message's body is longer; a peer that announces more is not listened to. */
    static final int MAX_BODY = 8192;

    private static final int MAGIC = 0x4D48_5352; // "RSHM" read as bytes
    private static final int MAX_TEXT = 1024;
    private static final int REPLAY_LATEST = 1;

    private Messages() {}

    /**
     * A message's header.
     *
     * @param type what message it is
     * @param version the sender's layout version
     * @param length the body's length in bytes
     */
    record Header(int type, int version, int length) {}

    static Header header(String channel, ByteBuffer in) {
        int magic = in.getInt();
        int type = Short.toUnsignedInt(in.getShort());
        int version = Short.toUnsignedInt(in.getShort());
        int length = in.getInt();
        if (magic != MAGIC) {
            throw new ShmProtocolException(channel,
                    "a control message begins with 0x" + Integer.toHexString(magic) + " and not with \"RSHM\"");
        }
        if (length < 0 || length > MAX_BODY) {
            throw new ShmProtocolException(channel, "a control message announces a body of "
                    + Integer.toUnsignedString(length) + " bytes; at most " + MAX_BODY + " are allowed");
        }
        return new Header(type, version, length);
    }

    static ByteBuffer hello(Hello hello) {
        ByteBuffer out = begin(HELLO, hello.version());
        out.putInt(hello.mode());
        out.putInt(hello.replayLatest() ? REPLAY_LATEST : 0);
        putText(out, hello.group());
        putText(out, hello.contentType());
        putText(out, hello.channel());
        return end(out);
    }

    static Hello readHello(String channel, Header header, ByteBuffer body) {
        return reading(channel, body,
                in -> new Hello(header.version(), in.getInt(), (in.getInt() & REPLAY_LATEST) != 0, getText(in),
                        getText(in), getText(in)));
    }

    static ByteBuffer welcome(Welcome welcome) {
        ByteBuffer out = begin(WELCOME, LayoutVersion.CURRENT);
        out.putLong(welcome.incarnation());
        out.putLong(welcome.subscriptionId());
        out.putInt(welcome.slots());
        out.putLong(welcome.slotSize());
        putText(out, welcome.contentType());
        return end(out);
    }

    static Welcome readWelcome(String channel, ByteBuffer body) {
        return reading(channel, body,
                in -> new Welcome(in.getLong(), in.getLong(), in.getInt(), in.getLong(), getText(in)));
    }

    static ByteBuffer refused(Refused refused) {
        ByteBuffer out = begin(REFUSED, LayoutVersion.CURRENT);
        out.putInt(refused.code());
        putText(out, refused.text());
        putText(out, refused.expected());
        putText(out, refused.found());
        return end(out);
    }

    static Refused readRefused(String channel, ByteBuffer body) {
        return reading(channel, body, in -> new Refused(in.getInt(), getText(in), getText(in), getText(in)));
    }

    static ByteBuffer attached() {
        return end(begin(ATTACHED, LayoutVersion.CURRENT));
    }

    private static ByteBuffer begin(int type, int version) {
        return ByteBuffer.allocate(HEADER_SIZE + MAX_BODY).order(ByteOrder.LITTLE_ENDIAN).putInt(MAGIC)
                .putShort((short) type).putShort((short) version).putInt(0);
    }

    private static ByteBuffer end(ByteBuffer out) {
        out.putInt(HEADER_SIZE - Integer.BYTES, out.position() - HEADER_SIZE);
        return out.flip();
    }

    private static void putText(ByteBuffer out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, MAX_TEXT);
        out.putShort((short) length).put(bytes, 0, length);
    }

    private static String getText(ByteBuffer in) {
        int length = Short.toUnsignedInt(in.getShort());
        if (length > MAX_TEXT || length > in.remaining()) {
            throw new IllegalArgumentException("a text of " + length + " bytes, with " + in.remaining()
                    + " bytes left and " + MAX_TEXT + " allowed");
        }
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private interface Reader<M> {
        M read(ByteBuffer in);
    }

    private static <M> M reading(String channel, ByteBuffer body, Reader<M> reader) {
        M message;
        try {
            message = reader.read(body);
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            throw new ShmProtocolException(channel, "a control message is malformed: "
                    + (e.getMessage() == null ? "it ends too early" : e.getMessage()));
        }
        if (body.hasRemaining()) {
            throw new ShmProtocolException(channel,
                    "a control message has " + body.remaining() + " bytes more than its fields need");
        }
        return message;
    }
}
