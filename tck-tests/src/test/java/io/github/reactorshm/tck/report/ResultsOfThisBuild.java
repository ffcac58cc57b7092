package io.github.reactorshm.tck.report;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

/**
 * Runs after the verifications, on the reports that they wrote in this very build: the build removes older ones before. TestNG's
 * tests can go missing without a word beside Jupiter's, and the TCK turns a failure of an optional test into a skip.
 */
final class ResultsOfThisBuild {

    private final List<Report> reports = Report.readAll(Path.of(System.getProperty("tck.reports")));

    @Test
    void everyVerificationHasAReportAndNoOther() {
        assertThat(reports).extracting(Report::verification).containsExactlyInAnyOrderElementsOf(
                Expected.ALL.stream().flatMap(expected -> expected.classes().stream()).toList());
    }

    @TestFactory
    Stream<DynamicTest> asManyRanAndExactlyThoseWereSkippedThatMust() {
        return reports.stream().map(report -> dynamicTest(report.verification(), () -> compare(report)));
    }

    private static void compare(Report report) {
        Expected expected = Expected.ALL.stream().filter(it -> it.classes().contains(report.verification())).findFirst()
                .orElseThrow();
        assertThat(report.skipped().keySet()).as("skipped tests of %s", report.verification())
                .containsExactlyInAnyOrderElementsOf(expected.skipped().keySet());
        report.skipped().forEach((test, said) -> {
            Reason reason = expected.skipped().get(test);
            assertThat(said).as("reason of %s in %s", test, report.verification()).matches(reason::matches,
                    "that of " + reason);
        });
        assertThat(report.ran()).as("tests that ran of %s", report.verification()).doesNotHaveDuplicates()
                .hasSize(expected.ran());
    }
}
