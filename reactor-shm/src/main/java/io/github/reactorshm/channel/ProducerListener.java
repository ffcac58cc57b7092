package io.github.reactorshm.channel;

import org.jspecify.annotations.Nullable;

/** Who is told that a producer is over. */
@FunctionalInterface
public interface ProducerListener {

    /**
     * The channel is closed and its files are removed. Called once, on a thread that may block.
     *
     * @param error why it did not end well, or null if every frame was given back after the upstream completed
     */
    void terminated(@Nullable Throwable error);
}
