package io.github.reactorshm.examples.video;

import io.github.reactorshm.examples.program.Age;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class MotionMeterTest {

    private final MotionMeter meter = new MotionMeter();

    @Test
    void motionIsMeasuredBetweenNeighboursOnly() {
        meter.add(Pictures.inspected(1, 0, 0, false));
        meter.add(Pictures.inspected(2, 51, 0, false));
        meter.add(Pictures.inspected(5, 255, 0, false));
        meter.add(Pictures.inspected(6, 255, 0, false));
        assertThat(meter.numbers()).containsExactly(2, 6);
        assertThat(meter.motion()).containsExactly(new double[]{20, 0}, within(0.01));
    }

    @Test
    void gapsAreLost() {
        meter.add(Pictures.inspected(4, 0, 0, false));
        meter.add(Pictures.inspected(5, 0, 0, false));
        meter.add(Pictures.inspected(8, 0, 0, false));
        assertThat(meter.frames().received()).isEqualTo(3);
        assertThat(meter.frames().lost()).isEqualTo(2);
    }

    @Test
    void tornPicturesAreCounted() {
        meter.add(Pictures.inspected(1, 0, 0, true));
        meter.add(Pictures.inspected(2, 0, 0, false));
        meter.add(Pictures.inspected(3, 0, 0, true));
        assertThat(meter.frames().torn()).isEqualTo(2);
    }

    @Test
    void agesAreInMicroseconds() {
        for (int i = 1; i <= 100; i++) {
            meter.add(Pictures.inspected(i, 0, i * 1_000L, false));
        }
        assertThat(meter.frames().age()).isEqualTo(new Age(50, 95, 99, 100));
    }

    @Test
    void beforeTheFirstPictureThereIsNothing() {
        assertThat(meter.frames().fps()).isZero();
        assertThat(meter.frames().age()).isEqualTo(new Age(0, 0, 0, 0));
        assertThat(meter.motion()).isEmpty();
    }
}
