package io.github.reactorshm.error;

import java.time.Duration;

/**
 * No subscription asked for a frame for as long as the {@code demandTimeout} that was set. Signalled by the sink, whose
 * upstream is cancelled, and by its sources. Not retryable.
 */
public final class ShmDemandTimeoutException extends ShmChannelException {

    private static final long serialVersionUID = 1L;

    private final Duration timeout;

    /**
     * Creates the error.
     *
     * @param channel the channel's name
     * @param timeout the time without demand
     */
    public ShmDemandTimeoutException(String channel, Duration timeout) {
        super(channel, "no demand for " + timeout.toMillis()
                + " ms, the demandTimeout of the sink; look for a subscriber that stopped asking, or set a longer one",
                null);
        this.timeout = timeout;
    }

    /**
     * Returns the time without demand.
     *
     * @return the {@code demandTimeout} in force
     */
    public Duration getTimeout() {
        return timeout;
    }
}
