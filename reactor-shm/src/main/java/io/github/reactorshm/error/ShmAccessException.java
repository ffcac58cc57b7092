package io.github.reactorshm.error;

import java.nio.file.Path;

/**
 * A directory, a file or a peer is not what it has to be before it is used: another user's, of another mode, or of another
 * type (a symbolic link, say). Thrown or signalled when a sink opens and where a source attaches; what was found stays
 * untouched. Not retryable.
 */
public final class ShmAccessException extends ShmException {

    private static final long serialVersionUID = 1L;

    private final String path;

    /**
     * Creates the error.
     *
     * @param path what is refused
     * @param text what is wrong with it, whose it is, and the remedy
     */
    public ShmAccessException(Path path, String text) {
        super(path + " " + text, null);
        this.path = path.toString();
    }

    /**
     * Returns what is refused.
     *
     * @return a directory, a file or a socket
     */
    public Path getPath() {
        return Path.of(path);
    }
}
