package io.github.reactorshm.cli;

/** Something that a user can understand and that ends the command. */
final class FailedException extends RuntimeException {

    FailedException(String message) {
        super(message);
    }
}
