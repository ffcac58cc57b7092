package io.github.reactorshm.channel;

import io.github.reactorshm.loop.Loop;

/**
 * The loops of this JVM. Sinks and sources have one each, so that a subscriber that blocks does not hold up a sink.
 */
public final class Loops {

    private static final Loop SINKS = new Loop("reactor-shm-sink");
    private static final Loop SOURCES = new Loop("reactor-shm-source");

    private Loops() {}

    /**
     * The loop that serves sinks.
     *
     * @return the loop
     */
    public static Loop sinks() {
        return SINKS;
    }

    /**
     * The loop that serves sources.
     *
     * @return the loop
     */
    public static Loop sources() {
        return SOURCES;
    }
}
