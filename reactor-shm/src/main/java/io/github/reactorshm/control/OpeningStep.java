package io.github.reactorshm.control;

/** How far the opening of a channel has come, in order; a process that dies between two of them leaves what was made so far. */
enum OpeningStep {
    /** The base directory is there and locked. */
    BASE_LOCKED,
    /** Dead channels are gone, and no live one has the name. */
    DEAD_REMOVED,
    /** The unpublished directory is there, empty. */
    DIRECTORY_MADE,
    /** The owner's lock is held in it. */
    OWNER_LOCKED,
    /** The base directory's lock is free again. */
    BASE_RELEASED,
    /** The pool's header is written, its slots are not. */
    POOL_BEGUN,
    /** Every page of the pool is written and mapped. */
    POOL_WRITTEN,
    /** The socket is there and listens. */
    SOCKET_BOUND,
    /** The socket has its mode. */
    SOCKET_CLOSED_TO_OTHERS,
    /** The base directory is locked again. */
    BASE_LOCKED_AGAIN,
    /** The directory has the channel's name; the base directory is still locked. */
    PUBLISHED,
    /** The channel is open. */
    OPEN
}
