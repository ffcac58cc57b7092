package io.github.reactorshm.codec;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.error.ShmCodecException;
import org.jspecify.annotations.Nullable;

/** Makes the error for a frame that is not what it should be. */
interface Refusal {

    /**
     * The error, to be thrown.
     *
     * @param text what is wrong, with numbers
     * @param cause what led to it, or null
     */
    ShmCodecException because(String text, @Nullable Throwable cause);

    default ShmCodecException because(String text) {
        return because(text, null);
    }

    static Refusal of(ShmFrame frame) {
        return (text, cause) -> new ShmCodecException(frame.info().name(), "frame " + frame.sequence() + " of "
                + frame.length() + " bytes: " + text + "; its producer broke the format, or it is of another type",
                cause);
    }
}
