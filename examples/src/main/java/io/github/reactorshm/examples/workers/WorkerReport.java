package io.github.reactorshm.examples.workers;

/**
 * What one worker has done.
 *
 * @param worker its number, from 1
 * @param done tasks that it has done
 * @param redelivered those of them that another worker may have seen
 * @param killed whether it was killed
 */
record WorkerReport(int worker, long done, long redelivered, boolean killed) {}
