package io.github.reactorshm.examples.video;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import io.github.reactorshm.examples.program.RunningProgram;
import io.github.reactorshm.examples.video.media.Clips;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Runs that are ended in their middle, by signals. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "needs the kill command")
class VideoEndingTest {

    private static final Duration SOON = Duration.ofSeconds(30);

    @TempDir
    private Path work;
    private Path channels;

    @BeforeEach
    void makeChannels() throws IOException {
        channels = RunningProgram.newChannels();
    }

    @Test
    void controlCForTheProgramAloneEndsBothProcesses() throws Exception {
        try (RunningProgram video = startAndStream()) {
            List<ProcessHandle> all = processes(video);
            RunningProgram.signal(video.handle(), "INT");
            assertThat(video.exitStatus()).isEqualTo(130);
            assertGone(all);
            assertThat(errorLines(video)).isEmpty();
            assertThat(video.output()).isEmpty();
            video.assertNothingLeft();
        }
    }

    @Test
    void controlCForAllProcessesEndsThem() throws Exception {
        try (RunningProgram video = startAndStream()) {
            List<ProcessHandle> all = processes(video);
            for (ProcessHandle process : all) {
                RunningProgram.signal(process, "INT");
            }
            assertThat(video.exitStatus()).isEqualTo(130);
            assertGone(all);
            video.assertNothingLeft();
        }
    }

    @Test
    void controlCWhileTheTestPatternIsEncodedLeavesNoFile() throws Exception {
        try (RunningProgram video = RunningProgram.start(Video.class, work, channels, "--directory",
                channels.toString())) {
            await().atMost(SOON).until(() -> video.temporaryFiles().size() == 1);
            List<ProcessHandle> all = processes(video);
            RunningProgram.signal(video.handle(), "INT");
            assertThat(video.exitStatus()).isEqualTo(130);
            assertGone(all);
            video.assertNothingLeft();
        }
    }

    @ParameterizedTest
    @CsvSource({"camera,viewer", "viewer,camera"})
    void aKilledProcessEndsTheRun(String killed, String other) throws Exception {
        try (RunningProgram video = startAndStream()) {
            List<ProcessHandle> all = processes(video);
            RunningProgram.signal(video.role(killed), "KILL");
            assertThat(video.exitStatus()).isEqualTo(1);
            assertGone(all);
            assertThat(video.errorsOf("video"))
                    .containsExactly("video: error: the " + killed + " process was ended by signal 9: the run is over");
            assertThat(video.errorsOf(other)).as("the other one's own word").hasSize(1);
            assertThat(video.output()).isEmpty();
            video.assertNoTemporaryFile();
        }
    }

    @Test
    void noProcessOutlivesAKilledProgram() throws Exception {
        try (RunningProgram video = startAndStream()) {
            List<ProcessHandle> all = processes(video);
            RunningProgram.signal(video.handle(), "KILL");
            assertGone(all);
            video.assertNothingLeft();
        }
    }

    /** Starts a run that would take long, and waits until pictures flow. */
    private RunningProgram startAndStream() throws IOException {
        Path clip = Clips.plain(work, 320, 180, 2000);
        RunningProgram video = RunningProgram.start(Video.class, work, channels, "--file", clip.toString(), "--width",
                "2560",
                "--height",
                "1440", "--slots", "3", "--directory", channels.toString());
        await().atMost(SOON).until(() -> video.errors().stream().anyMatch(line -> line.matches("viewer: [1-9].*")));
        return video;
    }

    private static List<ProcessHandle> processes(RunningProgram video) {
        List<ProcessHandle> all = Stream.concat(Stream.of(video.handle()), video.handle().descendants()).toList();
        assertThat(all).hasSize(3);
        return all;
    }

    private static void assertGone(List<ProcessHandle> processes) {
        await().atMost(SOON).untilAsserted(() -> assertThat(processes).noneMatch(ProcessHandle::isAlive));
    }

    private static List<String> errorLines(RunningProgram video) throws IOException {
        return video.errors().stream().filter(line -> line.contains("error")).toList();
    }
}
