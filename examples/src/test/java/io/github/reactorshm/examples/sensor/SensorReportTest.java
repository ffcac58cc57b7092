package io.github.reactorshm.examples.sensor;

import java.util.List;

import io.github.reactorshm.examples.program.FrameMeter;
import io.github.reactorshm.examples.program.Json;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class SensorReportTest {

    @Test
    void lostAndTornFramesOfAllConsumersAddUpAndTheSlowestGivesTheRate() {
        SensorReport report = SensorReport.of(new ProducerReport(10, 1.5, 64),
                List.of(consumer(10, 0, 30), consumer(8, 1, 20), consumer(10, 2, 25)), 3);
        assertThat(report.received()).containsExactly(10L, 8L, 10L);
        assertThat(report.lost()).isEqualTo(2);
        assertThat(report.torn()).isEqualTo(3);
        assertThat(report.fps()).isEqualTo(20);
        assertThat(report.ageMicros().max()).isEqualTo(5);
        assertThat(report.cpuMsPerFrame().consumers()).containsExactly(0.5, 0.5, 0.5);
        assertThat(report.faults()).isEqualTo("of 10 frames for each of 3 consumers 2 lost and 3 torn");
    }

    @Test
    void aRunWithoutFaultsHasNone() {
        assertThat(SensorReport.of(new ProducerReport(10, 1.5, 64), List.of(consumer(10, 0, 30)), 1).faults())
                .isEmpty();
    }

    @Test
    void theRatioOfTwoSlotsToOneIsTheMedianOfTheRounds() {
        assertThat(OverlapReport.of(20, 100, List.of(10.0, 10.0, 20.0), List.of(18.0, 30.0, 20.0)).ratio())
                .isEqualTo(1.8);
    }

    @Test
    void reportsAreOneLineAndReadBack() {
        ConsumerReport report = consumer(8, 1, 30.25);
        assertThat(Json.line(report)).doesNotContain("\n");
        assertThat(Json.read(Json.line(report), ConsumerReport.class)).isEqualTo(report);
    }

    private static ConsumerReport consumer(long received, long torn, double fps) {
        FrameMeter meter = new FrameMeter();
        meter.add(1, 5_000, false);
        return new ConsumerReport(received, 0, torn, fps, meter.age(), 0.5, meter.ages());
    }
}
