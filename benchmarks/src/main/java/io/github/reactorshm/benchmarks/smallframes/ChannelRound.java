package io.github.reactorshm.benchmarks.smallframes;

/**
 * A round through a sink and a source.
 *
 * @param frames frames that came
 * @param nanoseconds from the publication of the first frame to the receipt of the last one
 * @param framesPerSecond the rate that follows
 * @param ageMicros how old the sampled frames were when they were decoded
 */
record ChannelRound(long frames, long nanoseconds, long framesPerSecond, Percentiles ageMicros) {

    static ChannelRound of(Receipt receipt) {
        return new ChannelRound(receipt.frames(), receipt.nanoseconds(), BareRound.rate(receipt),
                Ages.decode(receipt.ages()).percentiles());
    }
}
