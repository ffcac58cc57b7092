package io.github.reactorshm.error;

import org.jspecify.annotations.Nullable;

/**
 * A codec failed: it threw, which is then the cause, or it returned a length outside the slot. Signalled by the sink where
 * encoding failed (upstream is cancelled, sources get the earlier frames and then the error), by the source where
 * decoding failed. The slot is given back. Not retryable.
 */
public final class ShmCodecException extends ShmChannelException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the error.
     *
     * @param channel the channel's name
     * @param text what the codec did, with numbers
     * @param cause what it threw, or null where it returned
     */
    public ShmCodecException(String channel, String text, @Nullable Throwable cause) {
        super(channel, text, cause);
    }
}
