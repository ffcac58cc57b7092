package io.github.reactorshm.examples.webflux;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** The body of an HTTP/1.1 response of unknown length. */
final class ChunkedBody extends InputStream {

    private static final int HEX = 16;

    private final InputStream in;
    private int left;
    private boolean first = true;
    private boolean ended;

    ChunkedBody(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        return more() ? one() : -1;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!more()) {
            return -1;
        }
        int read = in.read(bytes, offset, Math.min(length, left));
        if (read < 0) {
            throw new EOFException("the connection ended in the middle of a chunk");
        }
        left -= read;
        return read;
    }

    private int one() throws IOException {
        left--;
        int read = in.read();
        if (read < 0) {
            throw new EOFException("the connection ended in the middle of a chunk");
        }
        return read;
    }

    private boolean more() throws IOException {
        if (left == 0 && !ended) {
            if (!first) {
                MjpegClient.line(in);
            }
            first = false;
            left = Integer.parseInt(MjpegClient.line(in), HEX);
            ended = left == 0;
        }
        return !ended;
    }
}
