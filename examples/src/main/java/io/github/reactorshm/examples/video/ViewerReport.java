package io.github.reactorshm.examples.video;

import java.util.List;

import io.github.reactorshm.examples.program.Age;

/**
 * What a viewer process has seen.
 *
 * @param lost pictures missing between those received
 * @param torn pictures whose checksum was wrong
 * @param fps pictures per second from the first to the last
 * @param cpuMsPerFrame processor time of the process for each picture, from the subscription to the last picture
 * @param channelCopyBytesPerSecond rounds of the copy through the channel; empty if it was not measured
 */
record ViewerReport(long received, long lost, long torn, double fps, Age ageMicros, double cpuMsPerFrame,
        int width, int height, List<Long> channelCopyBytesPerSecond, String contactSheet, String chart) {}
