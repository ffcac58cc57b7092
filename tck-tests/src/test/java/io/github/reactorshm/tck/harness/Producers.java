package io.github.reactorshm.tck.harness;

/** The producing ends of channels, in this JVM or in another one. */
interface Producers {

    /** Opens a channel and sends the numbers from 0 through it, then completes. */
    void send(String channel, long elements);

    /** Opens a channel whose upstream says nothing. */
    void open(String channel);

    /** Lets the upstream of a channel that {@link #open} opened fail. */
    void fail(String channel);

    /** Waits until so many subscribers are attached; those of a stream that is over have been. */
    void awaitAttached(String channel, int subscribers);

    /** Disposes of every sink that is open. */
    void disposeAll();
}
