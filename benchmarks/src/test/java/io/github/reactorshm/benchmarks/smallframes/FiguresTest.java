package io.github.reactorshm.benchmarks.smallframes;

import java.util.stream.DoubleStream;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class FiguresTest {

    @Test
    void theMedianIsTheMiddleOrTheMeanOfTheTwoThere() {
        assertThat(Spread.of(DoubleStream.of(3, 1, 2))).isEqualTo(new Spread(1, 2, 3));
        assertThat(Spread.of(DoubleStream.of(4, 1, 3, 2))).isEqualTo(new Spread(1, 2.5, 4));
        assertThat(Spread.of(DoubleStream.of(0.25))).isEqualTo(new Spread(0.25, 0.25, 0.25));
    }

    @Test
    void agesOfTwoRoundsCrossAProcessBorderAndAddUp() {
        Ages all = new Ages();
        for (long micros : new long[]{10, 30}) {
            Ages round = new Ages();
            round.sample(1, System.nanoTime() - micros * 1_000_000);
            // Not sampled.
            round.sample(2, 0);
            all.add(Ages.decode(round.encode()));
        }
        Percentiles ages = all.percentiles();
        assertThat(ages.samples()).isEqualTo(2);
        assertThat(ages.p50()).isGreaterThanOrEqualTo(10_000 * 0.999).isLessThanOrEqualTo(ages.p95());
        assertThat(ages.max()).isGreaterThanOrEqualTo(30_000 * 0.999);
    }

    @Test
    void theRatioIsTheChannelsRateByTheBareRingsRate() {
        BareRound bare = BareRound.of(new Receipt(1000, 0, 0, 1_000_000, "", null));
        ChannelRound channel = ChannelRound.of(new Receipt(1000, 0, 0, 4_000_000, new Ages().encode(), null));
        assertThat(bare.framesPerSecond()).isEqualTo(1_000_000);
        assertThat(Pair.of(1, bare, channel).ratio()).isEqualTo(0.25, within(1e-9));
    }
}
