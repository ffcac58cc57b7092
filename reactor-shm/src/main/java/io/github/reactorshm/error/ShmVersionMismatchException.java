package io.github.reactorshm.error;

/**
 * The two ends were built for different versions of the layout in shared memory. Signalled by the source; no payload was
 * read. Not retryable: use one version of the library in both processes.
 */
public final class ShmVersionMismatchException extends ShmChannelException {

    private static final long serialVersionUID = 1L;

    private final int expected;
    private final int found;

    /**
     * Creates the error.
     *
     * @param channel the channel's name
     * @param expected the layout version of this process
     * @param found the layout version of the other end
     */
    public ShmVersionMismatchException(String channel, int expected, int found) {
        super(channel, "expected layout version " + expected + ", found " + found
                + "; use one version of reactor-shm in both processes", null);
        this.expected = expected;
        this.found = found;
    }

    /**
     * Returns the layout version of this process.
     *
     * @return the version that was expected
     */
    public int getExpected() {
        return expected;
    }

    /**
     * Returns the layout version of the other end.
     *
     * @return the version that was found
     */
    public int getFound() {
        return found;
    }
}
