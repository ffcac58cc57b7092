package io.github.reactorshm.error;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/**
 * What every error of this library extends. The message says what happened, with numbers, where, and what to do about
 * it; what a program may want to know is in typed getters.
 */
public abstract class ShmException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /**
     * For the errors of this package.
     *
     * @param message what happened, where, and the remedy
     * @param cause what led to it, or null
     */
    protected ShmException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Says whether subscribing or opening again, without any change of configuration, can succeed.
     *
     * @return true where another try makes sense
     */
    public boolean isRetryable() {
        return false;
    }

    /**
     * Says the same of any error, for {@code Retry.backoff(..).filter(ShmException::isRetryable)}.
     *
     * @param error the error to judge
     * @return true if it is an error of this library and another try makes sense
     */
    public static boolean isRetryable(Throwable error) {
        return error instanceof ShmException shm && shm.isRetryable();
    }

    /** A count of bytes as messages show it: 7,269,376. */
    static String bytes(long count) {
        return String.format(Locale.ROOT, "%,d bytes", count);
    }
}
