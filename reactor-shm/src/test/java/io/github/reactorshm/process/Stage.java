package io.github.reactorshm.process;

/** Where a stream is when a process is killed, and how a test gets it there. */
enum Stage {
    /** The producer's half-made directory was seen. */
    OPENING,
    /** The consumer has connected to a producer that is stopped, so that its HELLO is not answered. */
    ATTACHING,
    /** The codec has said that it has written half of an element, and waits. */
    ENCODING,
    /** Frames are in the ring; the consumer's thread waits in the onNext of an earlier one. */
    PUBLISHED,
    /** The consumer is in the onNext of the only frame that it asked for. */
    DELIVERED,
    /** The consumer has returned from the onNext of frames and keeps them. */
    HELD,
    /** The upstream has completed, or the sink was disposed of; at every second time right before, else frames are still kept. */
    CLOSING,
    /** The consumer has cancelled; at every second time right before, else it still keeps frames. */
    CANCELLING,
    /** The stream runs, for a random time. */
    RUNNING
}
