package io.github.reactorshm.tck.harness;

import org.reactivestreams.Publisher;

/** The consuming ends of channels, in this JVM or in another one. */
interface Consumers {

    /** What comes out of a channel; its subscribers' demand and cancels go to the consuming end, wherever that is. */
    Publisher<Long> source(String channel);

    /** Cancels every subscription that goes on. */
    void cancelAll();
}
