package io.github.reactorshm.examples.video.media;

import io.github.reactorshm.examples.program.ProgramException;
import org.jspecify.annotations.Nullable;

/** A video could not be read, written or understood. */
public class VideoException extends ProgramException {

    /** Creates an exception with a one-line message. */
    public VideoException(String message) {
        super(message);
    }

    /** Creates an exception with a one-line message and its cause. */
    public VideoException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
