package io.github.reactorshm.benchmarks.smallframes;

import io.github.reactorshm.ShmFrame;

/** Notes what the descriptor says before it decodes. For one subscription. */
final class CountingCodec extends FrameCodec {

    private final Tally tally;
    private final Ages ages;

    CountingCodec(Tally tally, Ages ages) {
        this.tally = tally;
        this.ages = ages;
    }

    @Override
    public Integer decode(ShmFrame frame) {
        long sequence = frame.sequence();
        long published = frame.publishedNanos();
        tally.descriptor(sequence, published);
        ages.sample(sequence, published);
        return super.decode(frame);
    }
}
