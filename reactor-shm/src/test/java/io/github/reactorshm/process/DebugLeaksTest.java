package io.github.reactorshm.process;

import java.util.List;

import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.LeakRole;
import io.github.reactorshm.testkit.Options;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/** The debug level of leak reports, which a JVM has from its start or not at all. */
class DebugLeaksTest {

    private static final String DEBUG = "-Dreactorshm.leaks=debug";
    private static final String NATIVE_ACCESS = "--enable-native-access=ALL-UNNAMED";
    private static final String LOST = "became unreachable without being closed";
    private static final String ORIGIN = "received on thread reactor-shm-source";

    // Frames that are kept stay mapped in the child until it ends.
    private final TestDirectory directory = TestDirectory.create();

    @AfterEach
    void removeDirectory() {
        directory.close();
    }

    /**
     * What a child answered, and all that it had printed when it had ended.
     *
     * @param text the answer
     * @param lines the lines
     */
    private record Told(Options text, List<String> lines) {

        List<String> with(String part) {
            return lines.stream().filter(line -> line.contains(part)).toList();
        }
    }

    private Told ask(List<String> jvmArgs, String verb, String options) {
        ChildJvm child = ChildJvm.start(jvmArgs, LeakRole.class);
        Options answer;
        try (child) {
            answer = Options.parse(child.call(verb,
                    Options.parse(options).with("directory", directory.path()).with("channel", "lost")));
        }
        return new Told(answer, child.output().lines().toList());
    }

    @Test
    void F5_everyViewOfAClosedFrameThrows() {
        Told told = ask(List.of(DEBUG, NATIVE_ACCESS), "useClosed", "");
        for (String view : List.of("segment", "slice", "buffer", "duplicate")) {
            assertThat(told.text().text(view)).as(view).isEqualTo("IllegalStateException");
            assertThat(told.text().text(view + "AfterAll")).as(view).isEqualTo("IllegalStateException");
        }
        assertThat(told.text().text("other")).as("another handle's own view").isEqualTo("bytes");
    }

    @Test
    void F5_aLostFrameOfWhichAViewLivesIsReportedWithItsOriginAndKept() {
        Told told = ask(List.of(DEBUG, NATIVE_ACCESS), "lose", "viewed=true");
        assertThat(told.text().number("kept")).isEqualTo(4);
        assertThat(told.text().number("published")).as("nothing was written over the views").isEqualTo(4);
        assertThat(told.with(LOST)).hasSize(4)
                .allMatch(line -> line.contains("its slot is kept") && line.endsWith("it was received here:"));
        assertThat(told.with(ORIGIN)).hasSize(4);
    }

    @Test
    void F5_aLostFrameThatWasNeverViewedIsReportedWithItsOriginAndGivenBack() {
        Told told = ask(List.of(DEBUG, NATIVE_ACCESS), "lose", "viewed=false");
        assertThat(told.text().number("kept")).isZero();
        assertThat(told.with(LOST)).hasSizeGreaterThanOrEqualTo((int) told.text().number("reclaimed"))
                .allMatch(line -> line.contains("its slot is given back"));
        assertThat(told.with(ORIGIN)).hasSameSizeAs(told.with(LOST));
    }

    @Test
    void F5_withoutNativeAccessItSaysSoAndStillTellsTheOrigin() {
        Told told = ask(List.of(DEBUG), "useClosed", "");
        assertThat(told.text().text("segment")).as("a view that cannot be guarded").isEqualTo("bytes");
        assertThat(told.with("--enable-native-access=io.github.reactorshm")).hasSize(1);
        assertThat(ask(List.of(DEBUG), "lose", "viewed=true").with(ORIGIN)).hasSize(4);
    }
}
