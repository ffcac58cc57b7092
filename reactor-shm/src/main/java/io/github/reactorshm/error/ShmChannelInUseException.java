package io.github.reactorshm.error;

import java.nio.file.Path;

/**
 * A live sink owns the channel already. Thrown or signalled when a sink opens; the first one's stream is untouched.
 * Retryable: it succeeds once that sink is closed or its process is gone.
 */
public final class ShmChannelInUseException extends ShmChannelException {

    private static final long serialVersionUID = 1L;

    private final String path;

    /**
     * Creates the error.
     *
     * @param channel the channel's name
     * @param path the channel's directory
     */
    public ShmChannelInUseException(String channel, Path path) {
        super(channel, "a live sink owns " + path
                + " already; close it, end its process, or open another name or base directory", null);
        this.path = path.toString();
    }

    /**
     * Returns the directory of the channel that is in use.
     *
     * @return the channel's directory
     */
    public Path getPath() {
        return Path.of(path);
    }

    @Override
    public boolean isRetryable() {
        return true;
    }
}
