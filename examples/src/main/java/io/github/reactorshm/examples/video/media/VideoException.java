package io.github.reactorshm.examples.video.media;

import org.jspecify.annotations.Nullable;

/** A video could not be read, written or understood; the message is one line for a person. */
public class VideoException extends RuntimeException {

    /** Creates an exception with a one-line message. */
    public VideoException(String message) {
        super(message);
    }

    /** Creates an exception with a one-line message and its cause. */
    public VideoException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
