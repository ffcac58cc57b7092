package io.github.reactorshm.error;

/**
 * The process at the other end is gone without having ended the stream. On the consumer's side: signalled by the source
 * after every frame that was published before; subscribing again attaches to the channel's next incarnation. On the
 * producer's side: signalled by the sink when the last subscription's process died. Retryable.
 */
public final class ShmPeerLostException extends ShmChannelException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the error.
     *
     * @param channel the channel's name
     * @param text what was lost, with counts
     */
    public ShmPeerLostException(String channel, String text) {
        super(channel, text, null);
    }

    @Override
    public boolean isRetryable() {
        return true;
    }
}
