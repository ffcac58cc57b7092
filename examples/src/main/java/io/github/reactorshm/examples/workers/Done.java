package io.github.reactorshm.examples.workers;

/**
 * A task that a worker has done; it says so before it gives the frame back.
 *
 * @param task its number, from 1
 * @param redelivered whether another worker may have seen it
 * @param torn whether the frame was not whole
 */
record Done(long task, boolean redelivered, boolean torn) {}
