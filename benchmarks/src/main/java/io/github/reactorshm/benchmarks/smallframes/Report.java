package io.github.reactorshm.benchmarks.smallframes;

import java.util.List;

import io.github.reactorshm.benchmarks.support.MachineFacts;

/**
 * The result.
 *
 * @param benchmark the subcommand
 * @param machine where it was measured
 * @param parameters how it was measured
 * @param warmup pairs before the measured ones
 * @param rounds the measured pairs
 * @param summary the measured pairs together
 */
record Report(String benchmark, MachineFacts machine, Parameters parameters, List<Pair> warmup, List<Pair> rounds,
        Summary summary) {

    /**
     * How it was measured.
     *
     * @param frameBytes payload of a frame in bytes
     * @param slots slots of the pool
     * @param frames frames in a round
     * @param warmupPairs pairs before the measured ones
     * @param pairs measured pairs
     * @param ageSampledEvery one frame out of so many has its age taken
     */
    record Parameters(int frameBytes, int slots, int frames, int warmupPairs, int pairs, int ageSampledEvery) {}

    /**
     * The measured pairs together.
     *
     * @param ratio the pairs' ratios
     * @param bareFramesPerSecond the bare rings' rates
     * @param channelFramesPerSecond the channel's rates
     * @param channelAgeMicros the ages of all channel rounds
     */
    record Summary(Spread ratio, Spread bareFramesPerSecond, Spread channelFramesPerSecond,
            Percentiles channelAgeMicros) {

        static Summary of(List<Pair> pairs, Ages ages) {
            return new Summary(Spread.of(pairs.stream().mapToDouble(Pair::ratio)),
                    Spread.of(pairs.stream().mapToDouble(pair -> pair.bare().framesPerSecond())),
                    Spread.of(pairs.stream().mapToDouble(pair -> pair.channel().framesPerSecond())),
                    ages.percentiles());
        }
    }
}
