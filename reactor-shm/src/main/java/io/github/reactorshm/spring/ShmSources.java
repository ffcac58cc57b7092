package io.github.reactorshm.spring;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmSource;
import io.github.reactorshm.ShmSourceBuilder;

/** Makes sources as the properties {@code reactor.shm.*} say. Thread-safe; nothing blocks. */
public final class ShmSources {

    private final ReactorShmProperties properties;

    /**
     * Takes the properties.
     *
     * @param properties what all sources have in common
     */
    public ShmSources(ReactorShmProperties properties) {
        this.properties = properties;
    }

    /**
     * Begins to describe a source of raw frames, in the application's base directory and with its time-out.
     *
     * @param channel the channel's name
     * @return a builder, each of whose options can still be changed
     * @throws IllegalArgumentException if the name is not allowed
     */
    public ShmSourceBuilder<ShmFrame> channel(String channel) {
        ShmSourceBuilder<ShmFrame> builder = ShmSource.channel(channel).connectTimeout(properties.connectTimeout());
        return properties.directory() == null ? builder : builder.baseDirectory(properties.directory());
    }

    /**
     * One subscription for any number of clients, to be a bean.
     *
     * @param channel the channel's name
     * @return the newest frames; starts and stops with the application
     * @throws IllegalArgumentException if the name is not allowed
     */
    public SharedFrames shared(String channel) {
        return new SharedFrames(channel(channel).latest().frames(), properties.resubscribePause());
    }
}
