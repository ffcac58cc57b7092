package io.github.reactorshm.examples.sensor;

import java.util.List;
import java.util.stream.IntStream;

import io.github.reactorshm.examples.program.Json;

/**
 * What the second slot is worth.
 *
 * @param workMs milliseconds of work on each frame, on either side
 * @param frames frames in each run
 * @param oneSlotFps frames per second with one slot, for each round
 * @param twoSlotsFps frames per second with two slots, for each round
 * @param ratio the second by the first, median of the rounds
 */
record OverlapReport(int workMs, long frames, List<Double> oneSlotFps, List<Double> twoSlotsFps, double ratio) {

    static OverlapReport of(int workMs, long frames, List<Double> one, List<Double> two) {
        List<Double> ratios = IntStream.range(0, one.size()).mapToObj(round -> two.get(round) / one.get(round)).sorted()
                .toList();
        return new OverlapReport(workMs, frames, List.copyOf(one), List.copyOf(two),
                Json.rounded(ratios.get(ratios.size() / 2)));
    }
}
