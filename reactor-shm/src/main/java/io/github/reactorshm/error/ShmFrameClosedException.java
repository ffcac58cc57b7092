package io.github.reactorshm.error;

/**
 * A frame was used after its handle was closed. Thrown to the caller of the frame's method. Not retryable: keep a frame
 * with {@code retain()}, or what it carries with {@code copy()}.
 */
public final class ShmFrameClosedException extends ShmException {

    private static final long serialVersionUID = 1L;

    /**
     * Creates the error.
     *
     * @param text which frame of which channel, and what was tried
     */
    public ShmFrameClosedException(String text) {
        super(text, null);
    }
}
