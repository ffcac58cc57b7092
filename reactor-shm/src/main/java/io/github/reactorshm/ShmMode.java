package io.github.reactorshm;

/** How a subscription is served: its source chooses, and the sink may forbid modes. */
public enum ShmMode {

    /** Every frame since the subscription joined, in order. It paces the sink. */
    LOSSLESS,
    /** The newest frame at the time of its demand. It does not pace the sink: frames that it is too slow for are skipped. */
    LATEST,
    /**
     * Each frame goes to one member of a group. The group as a whole paces the sink, and what a member leaves behind, dying or
     * cancelling, goes to another. A frame that is closed is done; with a codec that is before its element is emitted.
     */
    GROUP
}
