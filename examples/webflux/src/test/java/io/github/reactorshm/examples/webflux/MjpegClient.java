package io.github.reactorshm.examples.webflux;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import javax.net.ssl.SSLSocketFactory;

import org.jspecify.annotations.Nullable;

import static org.awaitility.Awaitility.await;

/** A viewer on a socket of its own: reads parts as fast as it is told, and looks at each one. */
final class MjpegClient implements AutoCloseable {

    /** Small, so that a viewer that does not read is felt by the server soon. */
    static final int RECEIVE_BUFFER = 64 << 10;
    /** A camera takes a second or two to start; a busy machine takes many. */
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private final Socket socket;
    private final Thread thread;
    private final AtomicLong pictures = new AtomicLong();
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicLong greatestAge = new AtomicLong();
    private final long pauseNanos;
    private volatile @Nullable String fault;
    private volatile boolean closed;

    private MjpegClient(int port, long pauseNanos, @Nullable SSLSocketFactory tls) throws IOException {
        this.pauseNanos = pauseNanos;
        Socket plain = new Socket();
        plain.setReceiveBufferSize(RECEIVE_BUFFER);
        plain.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket = tls == null ? plain : tls.createSocket(plain, "localhost", port, true);
        socket.getOutputStream().write("GET /video.mjpeg HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                .getBytes(StandardCharsets.US_ASCII));
        thread = Thread.ofVirtual().name("viewer").unstarted(this::read);
    }

    /** Reads all it can get. */
    static MjpegClient fast(int port) throws IOException {
        return slow(port, 0);
    }

    /** Waits so long after each picture. */
    static MjpegClient slow(int port, long pauseNanos) throws IOException {
        return slow(port, pauseNanos, null);
    }

    /** The same, through TLS. */
    static MjpegClient slow(int port, long pauseNanos, @Nullable SSLSocketFactory tls) throws IOException {
        MjpegClient client = new MjpegClient(port, pauseNanos, tls);
        client.thread.start();
        return client;
    }

    /** Never reads. */
    static MjpegClient stuck(int port) throws IOException {
        return stuck(port, null);
    }

    /** The same, through TLS. */
    static MjpegClient stuck(int port, @Nullable SSLSocketFactory tls) throws IOException {
        return new MjpegClient(port, 0, tls);
    }

    /** Reads so many bytes and goes away without a word: what it did not read makes that a reset. */
    static void abort(int port, int bytes) throws IOException {
        try (MjpegClient client = new MjpegClient(port, 0, null)) {
            client.socket.getInputStream().skipNBytes(bytes);
        }
    }

    long pictures() {
        return pictures.get();
    }

    /** Bytes of those pictures. */
    long bytes() {
        return bytes.get();
    }

    /** The greatest age of a picture when it was whole, in nanoseconds, since the last call. */
    long greatestAge() {
        return greatestAge.getAndSet(0);
    }

    /** Waits for so many pictures more; fails at once if something is wrong with the stream. */
    void awaitPictures(int more) {
        awaitTotal(pictures() + more);
    }

    /** Waits until it has had so many pictures; fails at once if something is wrong with the stream. */
    void awaitTotal(long target) {
        await(target + " pictures").atMost(PATIENCE).until(() -> {
            if (fault != null) {
                throw new AssertionError(fault);
            }
            return pictures() >= target;
        });
    }

    /** What was wrong with the stream, null if nothing. */
    @Nullable
    String fault() {
        return fault;
    }

    private void read() {
        try (InputStream in = new BufferedInputStream(socket.getInputStream(), RECEIVE_BUFFER)) {
            String status = line(in);
            String boundary = "";
            for (String header = line(in); !header.isEmpty(); header = line(in)) {
                int at = header.indexOf("boundary=");
                boundary = at < 0 ? boundary : header.substring(at + "boundary=".length());
            }
            expect(status.contains(" 200 "), status);
            parts(new ChunkedBody(in), boundary);
        } catch (IOException | RuntimeException e) {
            if (!closed && fault == null) {
                fault = e.toString();
            }
        }
    }

    private void parts(InputStream in, String boundary) throws IOException {
        expect(line(in).equals("--" + boundary), "no boundary in front of the first part");
        long before = 0;
        long newest = 0;
        while (true) {
            int length = -1;
            long sequence = 0;
            long published = 0;
            for (String header = line(in); !header.isEmpty(); header = line(in)) {
                String[] parts = header.toLowerCase(Locale.ROOT).split(": ", 2);
                switch (parts[0]) {
                    case "content-length" -> length = Integer.parseInt(parts[1]);
                    case "shm-sequence" -> sequence = Long.parseLong(parts[1]);
                    case "shm-published-nanos" -> published = Long.parseLong(parts[1]);
                    default -> expect(header.equals("Content-Type: image/jpeg"), header);
                }
            }
            byte[] picture = in.readNBytes(length);
            expect(picture.length == length, "half a picture");
            expect(word(picture, 0) == 0xFFD8 && word(picture, length - 2) == 0xFFD9, "no whole JPEG");
            // A new camera counts from the beginning.
            expect(sequence > before || published > newest, "picture " + sequence + " behind " + before);
            newest = published;
            before = sequence;
            long age = System.nanoTime() - published;
            greatestAge.accumulateAndGet(age, Math::max);
            bytes.addAndGet(length);
            pictures.incrementAndGet();
            expect(line(in).isEmpty(), "no line end behind a picture");
            String end = line(in);
            if (end.equals("--" + boundary + "--")) {
                return;
            }
            expect(end.equals("--" + boundary), "no boundary behind a picture but " + end);
            if (pauseNanos > 0) {
                LockSupport.parkNanos(pauseNanos);
            }
        }
    }

    private static int word(byte[] bytes, int at) {
        return ((bytes[at] & 0xFF) << 8) | (bytes[at + 1] & 0xFF);
    }

    private void expect(boolean right, String text) throws IOException {
        if (!right) {
            fault = text;
            throw new IOException(text);
        }
    }

    static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("the stream ended behind: " + line);
            }
            if (c != '\r') {
                line.append((char) c);
            }
        }
        return line.toString();
    }

    boolean ended() {
        return !thread.isAlive();
    }

    @Override
    public void close() throws IOException {
        closed = true;
        socket.close();
    }
}
