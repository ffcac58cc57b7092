package io.github.reactorshm.examples.video;

import java.util.List;

/**
 * What a camera process has done.
 *
 * @param sent pictures published
 * @param damagedPackets packets of the file that FFmpeg refused
 * @param cpuMsPerFrame processor time of the process for each picture, from the channel's opening to its end
 * @param copyFramesPerRound frames in each round of the copy measurement
 * @param plainCopyBytesPerSecond rounds of the plain copy; empty if it was not measured
 */
record CameraReport(long sent, long damagedPackets, double cpuMsPerFrame, int copyFramesPerRound,
        List<Long> plainCopyBytesPerSecond) {}
