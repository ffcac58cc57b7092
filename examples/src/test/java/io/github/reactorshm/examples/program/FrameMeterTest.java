package io.github.reactorshm.examples.program;

import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class FrameMeterTest {

    private final FrameMeter meter = new FrameMeter();

    @Test
    void gapsAreLostAndWrongFramesAreTorn() {
        meter.add(4, 0, false);
        meter.add(5, 0, true);
        meter.add(8, 0, false);
        assertThat(meter.received()).isEqualTo(3);
        assertThat(meter.lost()).isEqualTo(2);
        assertThat(meter.torn()).isEqualTo(1);
    }

    @Test
    void theAgesOfSeveralMetersAreMergedFrameByFrame() {
        FrameMeter other = new FrameMeter();
        for (int i = 1; i <= 90; i++) {
            meter.add(i, 10_000, false);
        }
        for (int i = 1; i <= 10; i++) {
            other.add(i, 1_000_000, false);
        }
        assertThat(Age.merged(List.of(meter.ages(), other.ages()))).isEqualTo(new Age(10, 1000, 1000, 1000));
        assertThat(Age.merged(List.of(meter.ages()))).isEqualTo(meter.age());
        assertThat(Age.merged(List.of())).isEqualTo(new Age(0, 0, 0, 0));
    }
}
