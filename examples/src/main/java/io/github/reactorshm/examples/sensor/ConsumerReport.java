package io.github.reactorshm.examples.sensor;

import io.github.reactorshm.examples.program.Age;

/**
 * What a consumer process has seen.
 *
 * @param lost frames missing between those received
 * @param torn frames whose checksum was wrong
 * @param fps frames per second from the first to the last
 * @param ageMicros time from a frame's publishing to the beginning of its check
 * @param cpuMsPerFrame processor time of the process for each frame
 * @param ages the ages of all frames, to be merged with those of other consumers
 */
record ConsumerReport(long received, long lost, long torn, double fps, Age ageMicros, double cpuMsPerFrame,
        String ages) {}
