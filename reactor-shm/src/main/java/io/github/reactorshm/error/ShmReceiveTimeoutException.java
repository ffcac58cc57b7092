package io.github.reactorshm.error;

import java.time.Duration;

/** No frame and no end came within the time of an iterator over frames; thrown by it, on the caller's thread. Retryable. */
public final class ShmReceiveTimeoutException extends ShmChannelException {

    private static final long serialVersionUID = 1L;

    /** The time that was waited. */
    private final Duration timeout;

    /**
     * Makes the exception.
     *
     * @param channel the channel's name
     * @param timeout the time that was waited
     */
    public ShmReceiveTimeoutException(String channel, Duration timeout) {
        super(channel, "no frame came within " + timeout.toMillis()
                + " ms, and the stream did not end; ask again, or look whether its producer still publishes", null);
        this.timeout = timeout;
    }

    /**
     * Returns the time that was waited.
     *
     * @return the time-out
     */
    public Duration getTimeout() {
        return timeout;
    }

    @Override
    public boolean isRetryable() {
        return true;
    }
}
