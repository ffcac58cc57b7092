package io.github.reactorshm.error;

/**
 * Subscriptions held the whole pool, or all members of a group what they may, for as long as the {@code stallTimeout} that was set, while there was demand. Signalled
 * by the sink and, with the same text, by its sources. Not retryable: the chain wants more frames at once than the pool
 * has.
 */
public final class ShmStallTimeoutException extends ShmChannelException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the error.
     *
     * @param channel the channel's name
     * @param text who holds how many slots of the pool, and the remedy
     */
    public ShmStallTimeoutException(String channel, String text) {
        super(channel, text, null);
    }

}
