package io.github.reactorshm.control;

import java.nio.file.Path;

import io.github.reactorshm.layout.ChannelStats;
import io.github.reactorshm.layout.PoolHeader;
import org.jspecify.annotations.Nullable;

/**
 * A channel as it looks from outside.
 *
 * @param name the name of its directory
 * @param directory its directory
 * @param state whether its owner lives
 * @param bytes what its files take
 * @param pool what stands in the header of its pool, or null if that cannot be read
 * @param stats the figures that its owner wrote last, or null if there are none
 * @param remark why something is missing, or empty
 */
public record SeenChannel(String name, Path directory, State state, long bytes, @Nullable PoolHeader pool,
        @Nullable ChannelStats stats, String remark) {

    /** Whether a channel's owner lives. */
    public enum State {
        /** Its owner holds its lock. */
        ALIVE,
        /** The same, and it has not got its name yet. */
        OPENING,
        /** Nobody holds its lock: the next opening in the base directory, or a clean, removes it. */
        DEAD,
        /** That could not be found out. */
        UNKNOWN
    }
}
