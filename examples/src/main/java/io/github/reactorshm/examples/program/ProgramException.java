package io.github.reactorshm.examples.program;

import org.jspecify.annotations.Nullable;

/** What a user can mend; the message is one line for a person. */
public class ProgramException extends RuntimeException {

    /** Creates an exception with a one-line message. */
    public ProgramException(String message) {
        super(message);
    }

    /** Creates an exception with a one-line message and its cause. */
    public ProgramException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
