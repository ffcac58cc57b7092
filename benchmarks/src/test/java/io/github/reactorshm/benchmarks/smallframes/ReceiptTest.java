package io.github.reactorshm.benchmarks.smallframes;

import io.github.reactorshm.benchmarks.support.BenchmarkException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ReceiptTest {

    private static final Order ORDER = new Order(Medium.CHANNEL, 8, 4);

    @Test
    void everyFrameOnceAndInOrderIsRight() {
        Receipt receipt = tally(0, 1, 2, 3).receipt("");
        assertThat(receipt.check(ORDER)).isSameAs(receipt);
        assertThat(receipt.nanoseconds()).isPositive();
    }

    @Test
    void aWrongSumIsRefused() {
        assertThatThrownBy(() -> tally(0, 1, 2, 2).receipt("").check(ORDER)).isInstanceOf(BenchmarkException.class)
                .hasMessage("of 4 frames 4 came, 0 of them out of order; their sum is 5, it must be 6");
    }

    @Test
    void aMissingFrameIsRefused() {
        assertThatThrownBy(() -> tally(1, 2, 3).receipt("").check(ORDER)).isInstanceOf(BenchmarkException.class)
                .hasMessage("of 4 frames 3 came, 0 of them out of order; their sum is 6, it must be 6");
    }

    @Test
    void aFrameOutOfOrderIsRefused() {
        Tally tally = new Tally(4);
        for (long sequence : new long[]{1, 3, 2, 4}) {
            tally.descriptor(sequence, 0);
            tally.value((int) sequence - 1);
        }
        assertThatThrownBy(() -> tally.receipt("").check(ORDER)).isInstanceOf(BenchmarkException.class)
                .hasMessageStartingWith("of 4 frames 4 came, 3 of them out of order");
    }

    private static Tally tally(int... values) {
        Tally tally = new Tally(ORDER.frames());
        long sequence = 0;
        for (int value : values) {
            tally.descriptor(++sequence, 0);
            tally.value(value);
        }
        return tally;
    }
}
