package io.github.reactorshm.benchmarks.smallframes;

/** What a round's frames go through. */
enum Medium {
    /** The library's rings, polled by both sides. */
    BARE,
    /** A sink and a source. */
    CHANNEL,
    /** None: the run is over. */
    END
}
