package io.github.reactorshm.examples.sensor;

/**
 * What a producer process has done.
 *
 * @param sent frames published
 * @param cpuMsPerFrame processor time of the process for each frame
 * @param frameBytes length of a frame
 */
record ProducerReport(long sent, double cpuMsPerFrame, long frameBytes) {}
