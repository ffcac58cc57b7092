package io.github.reactorshm.examples.video;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import io.github.reactorshm.examples.program.Age;
import io.github.reactorshm.examples.program.Json;
import org.jspecify.annotations.Nullable;

/**
 * The result of a whole run.
 *
 * @param lost pictures sent but not received
 * @param torn pictures whose checksum was wrong in the viewer
 * @param fps pictures per second in the viewer, from the first to the last
 * @param ageMicros time from a picture's publishing to the beginning of its inspection
 * @param cpuMsPerFrame processor time of each process for each picture
 * @param copyRatio rate of the copy through the channel ÷ rate of the plain copy, median of the rounds, see {@link CopyMeasurement}; null if it was not
 *        measured
 */
record RunReport(long sent, long received, long lost, long torn, double fps, Age ageMicros,
        CpuMsPerFrame cpuMsPerFrame, @Nullable Double copyRatio, Copy copy, int width, int height, long damagedPackets,
        String contactSheet, String chart) {

    static RunReport of(CameraReport camera, ViewerReport viewer) {
        Copy copy = new Copy(CopyMeasurement.FRAME_BYTES, CopyMeasurement.SLOTS, camera.copyFramesPerRound(),
                camera.plainCopyBytesPerSecond(),
                viewer.channelCopyBytesPerSecond());
        return new RunReport(camera.sent(), viewer.received(), camera.sent() - viewer.received(), viewer.torn(),
                viewer.fps(), viewer.ageMicros(), new CpuMsPerFrame(camera.cpuMsPerFrame(), viewer.cpuMsPerFrame()),
                copy.ratio(), copy, viewer.width(), viewer.height(), camera.damagedPackets(), viewer.contactSheet(),
                viewer.chart());
    }

    /** What went wrong, in words; empty if every picture arrived whole. */
    String faults() {
        List<String> faults = new ArrayList<>();
        if (lost != 0) {
            faults.add(lost + " lost");
        }
        if (torn != 0) {
            faults.add(torn + " torn");
        }
        return faults.isEmpty() ? "" : "of " + sent + " pictures " + String.join(" and ", faults);
    }

    /** Processor time in milliseconds. */
    record CpuMsPerFrame(double camera, double viewer) {}

    /** The raw figures behind {@code copyRatio}, a rate for each round. */
    record Copy(long frameBytes, int slots, int framesPerRound, List<Long> plainBytesPerSecond,
            List<Long> channelBytesPerSecond) {

        @Nullable
        Double ratio() {
            if (plainBytesPerSecond.isEmpty() || channelBytesPerSecond.isEmpty()) {
                return null;
            }
            List<Double> ratios = IntStream.range(0, channelBytesPerSecond.size())
                    .mapToObj(round -> (double) channelBytesPerSecond.get(round) / plainBytesPerSecond.get(round))
                    .sorted().toList();
            return Json.rounded(ratios.get(ratios.size() / 2));
        }
    }
}
