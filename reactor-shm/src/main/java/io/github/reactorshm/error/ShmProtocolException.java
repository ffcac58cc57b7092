package io.github.reactorshm.error;

/**
 * The peer, or a file that it wrote, does not keep to the protocol: a magic word, an index, a length or a text outside its
 * range. Signalled on the side that saw it; it ends that one subscription, others go on. Not retryable.
 */
public final class ShmProtocolException extends ShmChannelException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the error.
     *
     * @param channel the channel's name
     * @param text what was read, and what was allowed there
     */
    public ShmProtocolException(String channel, String text) {
        super(channel, text, null);
    }

}
