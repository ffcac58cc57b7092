package io.github.reactorshm.error;

import java.time.Duration;

/** A sink had no slot to give within the time of a blocking {@code acquire}; thrown by it, on the caller's thread. Retryable. */
public final class ShmAcquireTimeoutException extends ShmChannelException {

    private static final long serialVersionUID = 1L;

    /** The time that was waited. */
    private final Duration timeout;

    /**
     * Makes the exception.
     *
     * @param channel the channel's name
     * @param timeout the time that was waited
     * @param slots the slots of the pool
     * @param held how many of them subscribers hold
     * @param demand what every subscriber waits for
     */
    public ShmAcquireTimeoutException(String channel, Duration timeout, int slots, int held, long demand) {
        super(channel,
                "no slot was free within " + timeout.toMillis() + " ms: subscribers hold " + held + " of " + slots
                        + " and the least of their demands is " + demand
                        + "; wait longer, close frames sooner, or give the channel more slots",
                null);
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
