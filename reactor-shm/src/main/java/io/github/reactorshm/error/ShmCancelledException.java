package io.github.reactorshm.error;

/**
 * A stream ended before its end because one of the two sides wanted no more of it. Signalled by a sink whose last subscription was
 * cancelled, which is retryable: the next subscriber is served by opening again. Signalled also to those whose own side was disposed of,
 * by {@code dispose()} or {@code disposeLater()} of a sink or a source, or who ask a completed sink for a slot; that is not
 * retryable, since trying again on what its owner has ended cannot succeed.
 */
public final class ShmCancelledException extends ShmChannelException {

    private static final long serialVersionUID = 1L;

    private final boolean byOwner;

    /**
     * Creates the error.
     *
     * @param channel the channel's name
     * @param byOwner whether the owner of the end that signals it has ended it, rather than the other side
     * @param text what was cancelled, with counts
     */
    public ShmCancelledException(String channel, boolean byOwner, String text) {
        super(channel, text, null);
        this.byOwner = byOwner;
    }

    /**
     * Tells who wanted no more.
     *
     * @return true if it was the owner of the end that signals the error: it was disposed of, or completed
     */
    public boolean isByOwner() {
        return byOwner;
    }

    @Override
    public boolean isRetryable() {
        return !byOwner;
    }
}
