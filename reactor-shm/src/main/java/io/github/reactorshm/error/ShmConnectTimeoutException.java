package io.github.reactorshm.error;

import java.nio.file.Path;
import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * A source could not attach to its channel within {@code connectTimeout}. Signalled by the source; the cause is what the
 * last try met. Retryable: the channel may be opened later.
 */
public final class ShmConnectTimeoutException extends ShmException {

    private static final long serialVersionUID = 1L;

    private final String path;
    private final Duration timeout;

    /**
     * Creates the error.
     *
     * @param path what was tried: the socket of the channel
     * @param timeout how long it was tried
     * @param lastCause what the last try met, or null where it met no error, only silence
     */
    public ShmConnectTimeoutException(Path path, Duration timeout, @Nullable Throwable lastCause) {
        super("no channel answered at " + path + " within " + timeout.toMillis() + " ms; the last try: "
                + (lastCause == null ? "no answer" : lastCause)
                + ". Is a sink open under this name, as the same user and in the same base directory?", lastCause);
        this.path = path.toString();
        this.timeout = timeout;
    }

    /**
     * Returns the path that was tried.
     *
     * @return the channel's socket
     */
    public Path getPath() {
        return Path.of(path);
    }

    /**
     * Returns the time that passed.
     *
     * @return the {@code connectTimeout} in force
     */
    public Duration getTimeout() {
        return timeout;
    }

    @Override
    public boolean isRetryable() {
        return true;
    }
}
