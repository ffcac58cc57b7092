package io.github.reactorshm.control;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SocketChannel;

import org.jspecify.annotations.Nullable;

/** Gathers one message from a non-blocking socket, however its bytes are split, and reads nothing beyond it. */
final class MessageReader {

    private final String channel;
    private final ByteBuffer head = ByteBuffer.allocate(Messages.HEADER_SIZE).order(ByteOrder.LITTLE_ENDIAN);
    private Messages.@Nullable Header header;
    private @Nullable ByteBuffer body;
    private boolean endOfFile;

    MessageReader(String channel) {
        this.channel = channel;
    }

    /**
     * Reads what there is.
     *
     * @param socket where from
     * @return true if the message is whole
     * @throws IOException if the socket fails
     */
    boolean read(SocketChannel socket) throws IOException {
        ByteBuffer b = body;
        if (b == null) {
            endOfFile = socket.read(head) < 0;
            if (head.hasRemaining()) {
                return false;
            }
            Messages.Header h = Messages.header(channel, head.flip());
            b = ByteBuffer.allocate(h.length()).order(ByteOrder.LITTLE_ENDIAN);
            header = h;
            body = b;
        }
        if (b.hasRemaining()) {
            endOfFile = socket.read(b) < 0;
            if (b.hasRemaining()) {
                return false;
            }
        }
        b.flip();
        return true;
    }

    boolean endOfFile() {
        return endOfFile;
    }

    Messages.Header header() {
        Messages.Header h = header;
        if (h == null) {
            throw new IllegalStateException("no whole message yet");
        }
        return h;
    }

    ByteBuffer body() {
        ByteBuffer b = body;
        if (b == null) {
            throw new IllegalStateException("no whole message yet");
        }
        return b;
    }
}
