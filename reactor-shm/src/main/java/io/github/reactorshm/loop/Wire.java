package io.github.reactorshm.loop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;

import io.github.reactorshm.error.ShmFileException;
import io.github.reactorshm.error.ShmProtocolException;
import org.jspecify.annotations.Nullable;

/**
 * An established control socket: it is the peer's sign of life and carries bell bytes. The loop listens to it, and the
 * control thread looks at it from time to time, so that a loop that user code blocks cannot hide a death.
 *
 * <p>
 * Only library threads touch the socket. It is non-blocking, so no interrupt can close it.
 */
public final class Wire implements Runnable {

    /** The only byte that crosses an established socket. */
    public static final byte BELL = 'B';

    private static final int CHUNK = 256;
    /** A peer that floods the socket is read on at the next look, so that it holds up nobody. */
    private static final int CHUNKS_A_LOOK = 16;

    /** Says of each bell whether it is lost on its way; nothing but a test sets it, before there is a wire. */
    private static @Nullable BooleanSupplier loss;

    private final SocketChannel socket;
    private final String channel;
    private final Path directory;
    private final WireListener listener;
    private final AtomicBoolean looking = new AtomicBoolean();
    private final AtomicBoolean told = new AtomicBoolean();
    private final AtomicBoolean bellDue = new AtomicBoolean();
    private final ByteBuffer in = ByteBuffer.allocateDirect(CHUNK);
    private boolean broken;
    private volatile boolean ended;

    /**
     * Wraps a socket whose handshake is over.
     *
     * @param socket the socket, non-blocking
     * @param channel the channel's name, for messages
     * @param directory the channel's directory, for messages
     * @param listener who is told of the end
     */
    public Wire(SocketChannel socket, String channel, Path directory, WireListener listener) {
        this.socket = socket;
        this.channel = channel;
        this.directory = directory;
        this.listener = listener;
    }

    static void loseBells(BooleanSupplier lost) {
        loss = lost;
    }

    SocketChannel socket() {
        return socket;
    }

    /**
     * Whether the socket was closed or its end of file was seen.
     *
     * @return true if nothing more comes
     */
    public boolean ended() {
        return ended;
    }

    /** A look at each tick of the control thread. A bell that it takes away from the loop, it passes on. */
    @Override
    public void run() {
        if (look()) {
            listener.wireRang();
        }
    }

    /**
     * Reads what there is and tells the listener of an end of file or of a byte that is no bell, on this thread.
     *
     * @return whether anything was read
     */
    public boolean look() {
        if (ended || !looking.compareAndSet(false, true)) {
            return false;
        }
        boolean any = false;
        try {
            any = read();
        } catch (IOException e) {
            // A reset is what a peer leaves behind that died with unread bells in its socket: an end of file.
            ended = true;
        } finally {
            looking.set(false);
        }
        if (ended && told.compareAndSet(false, true)) {
            listener.wireEnded();
        }
        return any;
    }

    private boolean read() throws IOException {
        boolean any = false;
        for (int chunk = 0; chunk < CHUNKS_A_LOOK; chunk++) {
            in.clear();
            int n = socket.read(in);
            if (n < 0) {
                ended = true;
            }
            if (n <= 0) {
                break;
            }
            any = true;
            check(n);
        }
        return any;
    }

    private void check(int n) {
        for (int i = 0; i < n && !broken; i++) {
            if (in.get(i) != BELL) {
                broken = true;
                listener.wireBroken(new ShmProtocolException(channel, "the peer sent byte 0x"
                        + Integer.toHexString(in.get(i) & 0xff)
                        + " on an established control socket, on which only bells (0x42) may come"));
            }
        }
    }

    /** Marks that the peer is to be woken; the loop does it. Any thread. */
    public void requestBell() {
        bellDue.set(true);
    }

    /**
     * Takes the mark of {@link #requestBell()} away.
     *
     * @return true if there was one
     */
    public boolean takeBell() {
        return bellDue.get() && bellDue.getAndSet(false);
    }

    /**
     * Writes one bell. A full socket means that the peer has bells to read, which is as good. Library threads only.
     */
    public void ring() {
        BooleanSupplier lost = loss;
        if (ended || (lost != null && lost.getAsBoolean())) {
            return;
        }
        try {
            socket.write(ByteBuffer.wrap(new byte[]{BELL}));
        } catch (IOException e) {
            // The peer is gone. Its end of file, which the next look reads, is what tells.
            look();
        }
    }

    /** Closes the socket; the peer sees the end of file. The listener is told nothing more. Control thread only. */
    public void close() {
        told.set(true);
        ended = true;
        try {
            socket.close();
        } catch (IOException e) {
            throw new ShmFileException(directory, "the control socket could not be closed", e);
        }
    }
}
