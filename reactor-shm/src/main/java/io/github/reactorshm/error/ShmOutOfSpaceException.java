package io.github.reactorshm.error;

import java.nio.file.Path;

import org.jspecify.annotations.Nullable;

/**
 * The pool, or the control file of a subscription, does not fit into the file system of the base directory. Thrown or
 * signalled when a sink opens, and where a subscription attaches; what was made of it is removed before. Not retryable.
 */
public final class ShmOutOfSpaceException extends ShmException {

    private static final long serialVersionUID = 1L;

    private final long needed;
    private final long free;
    private final String directory;

    /**
     * Creates the error.
     *
     * @param needed the size of the file that does not fit, in bytes
     * @param free the free space as it was found, in bytes
     * @param directory the base directory
     * @param cause the failure of the file system, or null where the space was too small before anything was written
     */
    public ShmOutOfSpaceException(long needed, long free, Path directory, @Nullable Throwable cause) {
        super("not enough shared memory in " + directory + ": needed " + bytes(needed) + ", free " + bytes(free)
                + ". Use fewer or smaller slots, or enlarge it (in a container: `docker run --shm-size=..`, or in"
                + " Kubernetes an emptyDir of medium Memory mounted there)", cause);
        this.needed = needed;
        this.free = free;
        this.directory = directory.toString();
    }

    /**
     * Returns the size of the file that does not fit.
     *
     * @return bytes
     */
    public long getNeeded() {
        return needed;
    }

    /**
     * Returns the free space that was found.
     *
     * @return bytes
     */
    public long getFree() {
        return free;
    }

    /**
     * Returns the directory that has too little space.
     *
     * @return the base directory
     */
    public Path getDirectory() {
        return Path.of(directory);
    }
}
