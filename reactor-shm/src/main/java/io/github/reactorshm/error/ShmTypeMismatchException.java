package io.github.reactorshm.error;

/**
 * The channel carries another content type than the source asked for. Signalled by the source; no payload was read. Not
 * retryable.
 */
public final class ShmTypeMismatchException extends ShmChannelException {

    private static final long serialVersionUID = 1L;

    private final String expected;
    private final String found;

    /**
     * Creates the error.
     *
     * @param channel the channel's name
     * @param expected the content type that the source asked for
     * @param found the content type that the channel carries
     */
    public ShmTypeMismatchException(String channel, String expected, String found) {
        super(channel, "expected content type '" + expected + "', found '" + found
                + "'; give the source the codec that the sink uses, or another channel", null);
        this.expected = expected;
        this.found = found;
    }

    /**
     * Returns the content type that the source asked for.
     *
     * @return the content type that was expected
     */
    public String getExpected() {
        return expected;
    }

    /**
     * Returns the content type that the channel carries.
     *
     * @return the content type that was found
     */
    public String getFound() {
        return found;
    }
}
