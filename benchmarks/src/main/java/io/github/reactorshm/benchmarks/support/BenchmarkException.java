package io.github.reactorshm.benchmarks.support;

import org.jspecify.annotations.Nullable;

/** A measurement that failed; the message is all that a user has to read. */
public final class BenchmarkException extends RuntimeException {

    public BenchmarkException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
