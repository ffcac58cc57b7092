package io.github.reactorshm.examples.workers;

/**
 * What the producer process has done.
 *
 * @param sent tasks published
 */
record ProducerReport(long sent) {}
