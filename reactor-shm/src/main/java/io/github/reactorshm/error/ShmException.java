package io.github.reactorshm.error;

import org.jspecify.annotations.Nullable;

/**
 * The parent of all that the library throws or signals. Its message says what happened, with numbers, where, and what
 * to do.
 */
public abstract class ShmException extends RuntimeException {

    /**
     * Creates an exception.
     *
     * @param message what happened, where, and what to do
     * @param cause what the operating system or the user's code threw, or null
     */
    protected ShmException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Tells whether opening or subscribing once more can succeed without a change to program or machine.
     *
     * @return true if the same call is worth another try
     */
    public abstract boolean isRetryable();
}
