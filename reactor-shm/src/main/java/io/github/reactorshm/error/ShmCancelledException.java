package io.github.reactorshm.error;

/**
 * The last subscription of the channel was cancelled, so that the sink ended without having delivered all of its upstream.
 * Signalled by the sink, on the producer's side. Retryable.
 */
public final class ShmCancelledException extends ShmChannelException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the error.
     *
     * @param channel the channel's name
     * @param text what was cancelled, with counts
     */
    public ShmCancelledException(String channel, String text) {
        super(channel, text, null);
    }

    @Override
    public boolean isRetryable() {
        return true;
    }
}
