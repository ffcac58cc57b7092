package io.github.reactorshm.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

import io.github.reactorshm.error.ShmConnectTimeoutException;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmFileException;
import io.github.reactorshm.layout.DeliveryMode;
import io.github.reactorshm.layout.LayoutVersion;
import org.jspecify.annotations.Nullable;

/**
 * Attaches to a channel, and tries again until the time is over while the channel is not there yet: no directory, no
 * socket, nobody listening, an end of file before the handshake is over, another incarnation in the middle of it.
 *
 * <p>
 * Everything happens on the control thread, the outcome too.
 */
public final class Dialer {

    /** Who is told how it went; on the control thread, exactly once, unless the dialer was cancelled before. */
    public interface Outcome {

        /**
         * The channel is attached to; its socket and mappings are the receiver's now.
         *
         * @param attached what there is
         */
        void attached(Attached attached);

        /**
         * It failed for good.
         *
         * @param error why
         */
        void failed(ShmException error);
    }

    private static final long FIRST_PAUSE_MILLIS = 10;
    private static final long LONGEST_PAUSE_MILLIS = 200;

    private final BaseDirectory base;
    private final Hello hello;
    private final DeliveryMode mode;
    private final Duration timeout;
    private final Outcome outcome;
    private final long deadline;

    private long pauseMillis = FIRST_PAUSE_MILLIS;
    private @Nullable Exception lastCause;
    private @Nullable ClientHandshake handshake;
    private ControlThread.@Nullable Timer timer;
    private boolean baseSeen;
    private boolean over;
    private boolean cancelled;

    /**
     * A dialer that has not begun; its time runs from now.
     *
     * @param base the base directory
     * @param channel the channel's name
     * @param service how the subscription wants to be served
     * @param contentType the expected content type, empty for any
     * @param timeout how long to try
     * @param outcome who is told
     */
    public Dialer(BaseDirectory base, String channel, Service service, String contentType, Duration timeout,
            Outcome outcome) {
        this.base = base;
        this.mode = service.mode();
        this.hello = new Hello(LayoutVersion.CURRENT, mode.code(), service.replayLatest(), service.group(), contentType,
                channel);
        this.timeout = timeout;
        this.outcome = outcome;
        this.deadline = System.nanoTime() + Nanos.of(timeout);
    }

    /** Begins. Any thread. */
    public void start() {
        ControlThread.get().execute(this::attempt);
    }

    /** Gives up; nothing is left open and nobody is told. Any thread. */
    public void cancel() {
        ControlThread.get().execute(() -> {
            over = true;
            cancelled = true;
            end();
        });
    }

    /** The channel went before the subscription had begun: tries on, as long as there is time. Any thread. */
    public void dialAgain() {
        ControlThread.get().execute(() -> {
            if (over && !cancelled) {
                over = false;
                retry(new IOException("the channel's owner went away before the subscription had begun"));
            }
        });
    }

    BaseDirectory base() {
        return base;
    }

    Hello hello() {
        return hello;
    }

    DeliveryMode mode() {
        return mode;
    }

    Path directory() {
        return base.path().resolve(hello.channel());
    }

    private void attempt() {
        if (over) {
            return;
        }
        try {
            if (!isThere()) {
                retry(null);
                return;
            }
            ClientHandshake h = new ClientHandshake(this);
            handshake = h;
            long left = deadline - System.nanoTime();
            timer = ControlThread.get().schedule(Math.max(left, 0), TimeUnit.NANOSECONDS, () -> outOfTime(h));
            h.start();
        } catch (ShmException e) {
            fail(e);
        } catch (IOException e) {
            retry(e);
        } catch (RuntimeException | InternalError e) {
            broken(e);
        }
    }

    /**
     * Whether there is something to connect to. A consumer may wait for hours, so a look in vain is a single one; who owns the
     * base directory, which the system may have to look up by name, is asked at first and when there is a socket.
     */
    private boolean isThere() {
        Path socket = directory().resolve(ChannelFiles.SOCKET);
        if (baseSeen && !Files.exists(socket, LinkOption.NOFOLLOW_LINKS)) {
            return false;
        }
        baseSeen = base.exists();
        return baseSeen && Files.exists(socket, LinkOption.NOFOLLOW_LINKS);
    }

    private void outOfTime(ClientHandshake h) {
        if (!over && h == handshake) {
            retry(lastCause);
        }
    }

    void attached(Attached attached) {
        over = true;
        handshake = null;
        end();
        outcome.attached(attached);
    }

    void fail(ShmException error) {
        end();
        over = true;
        outcome.failed(error);
    }

    /** Not there yet: once more after a pause, if there is time. */
    void retry(@Nullable Exception cause) {
        end();
        lastCause = cause == null ? lastCause : cause;
        long left = deadline - System.nanoTime();
        if (left <= 0) {
            over = true;
            outcome.failed(new ShmConnectTimeoutException(directory(), timeout, lastCause));
            return;
        }
        long pause = Math.min(TimeUnit.MILLISECONDS.toNanos(pauseMillis), left);
        pauseMillis = Math.min(pauseMillis * 2, LONGEST_PAUSE_MILLIS);
        timer = ControlThread.get().schedule(pause, TimeUnit.NANOSECONDS, this::attempt);
    }

    /** What nobody foresaw must still reach the subscriber; a file that was truncated under its mapping is seen here too. */
    void broken(Throwable cause) {
        fail(new ShmFileException(directory(), cause instanceof InternalError
                ? "the channel's shared memory could not be accessed while attaching: was a file truncated?"
                : "attaching to the channel failed", cause));
    }

    private void end() {
        ControlThread.Timer t = timer;
        timer = null;
        if (t != null) {
            ControlThread.get().callOff(t);
        }
        ClientHandshake h = handshake;
        handshake = null;
        if (h != null) {
            h.close();
        }
    }
}
