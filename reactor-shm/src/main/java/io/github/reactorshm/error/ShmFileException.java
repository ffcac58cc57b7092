package io.github.reactorshm.error;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * Any other failure of a file, a directory, a lock or a mapping of the library. Thrown or signalled when a sink opens and
 * where a source attaches. Not retryable.
 */
public final class ShmFileException extends ShmException {

    private static final long serialVersionUID = 1L;

    private final String path;

    /**
     * Creates the error.
     *
     * @param path the file or directory
     * @param text what was done with it, and the remedy where there is one
     * @param cause the failure of the file system, or null where there was none
     */
    public ShmFileException(Path path, String text, @Nullable Throwable cause) {
        super(path + ": " + text + (cause == null ? "" : " (" + cause + ")"), cause);
        this.path = path.toString();
    }

    /**
     * Returns the file or directory.
     *
     * @return a path
     */
    public Path getPath() {
        return Path.of(path);
    }
}
