package io.github.reactorshm.examples.workers;

import io.github.reactorshm.examples.program.Age;

/**
 * What the viewer has seen.
 *
 * @param seen frames that it looked at
 * @param skipped frames before and between these, which were not the latest any more when it had time
 * @param torn frames that were not whole
 * @param ageMicros time from a frame's publishing to the look at it
 */
record ViewerReport(long seen, long skipped, long torn, Age ageMicros) {}
