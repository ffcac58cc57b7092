package io.github.reactorshm.examples.video;

import java.util.List;

import io.github.reactorshm.examples.program.Age;
import io.github.reactorshm.examples.program.Json;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class RunReportTest {

    private static final Age AGE = new Age(1, 2, 3, 4);

    @Test
    void theCopyRatioIsTheMedianOfTheRounds() {
        RunReport report = RunReport.of(new CameraReport(10, 0, 1.5, 150, List.of(100L, 50L, 1000L)),
                new ViewerReport(10, 0, 0, 30, AGE, 0.5, 640, 360, List.of(80L, 45L, 100L), "sheet.png", "chart.png"));
        assertThat(report.copyRatio()).isEqualTo(0.8);
        assertThat(report.faults()).isEmpty();
    }

    @Test
    void withoutACopyMeasurementThereIsNoRatio() {
        RunReport report = RunReport.of(new CameraReport(10, 0, 1.5, 0, List.of()),
                new ViewerReport(8, 0, 1, 30, AGE, 0.5, 640, 360, List.of(), "sheet.png", "chart.png"));
        assertThat(report.copyRatio()).isNull();
        assertThat(report.lost()).isEqualTo(2);
        assertThat(report.torn()).isEqualTo(1);
        assertThat(report.faults()).isEqualTo("of 10 pictures 2 lost and 1 torn");
    }

    @Test
    void reportsAreOneLineAndReadBack() {
        ViewerReport report = new ViewerReport(8, 0, 1, 30.25, AGE, 0.5, 640, 360, List.of(5L), "a \"b\"\n.png",
                "chart.png");
        assertThat(Json.line(report)).doesNotContain("\n");
        assertThat(Json.read(Json.line(report), ViewerReport.class)).isEqualTo(report);
    }
}
