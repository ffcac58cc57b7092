package io.github.reactorshm.examples.video;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.github.reactorshm.examples.program.ParentOption;
import io.github.reactorshm.examples.program.RunningProgram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class VideoUsageTest {

    @TempDir
    private Path work;

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {"--nonsense|video: error: Unknown option: '--nonsense'",
            "camera --nonsense|camera: error: Unknown option: '--nonsense'",
            "viewer --nonsense|viewer: error: Unknown option: '--nonsense'",
            "recorder|video: error: Unmatched argument at index 0: 'recorder'",
            "--frames 0|video: error: --frames must be at least 1, not 0",
            "--frames many|video: error: Invalid value for option '--frames': 'many' is not an int",
            "--slots 0|video: error: --slots: ", "--slots -1|video: error: --slots: ",
            "--width 0|video: error: --width must be 1 to 16384 pixels, not 0",
            "--height 16385|video: error: --height must be 1 to 16384 pixels, not 16385",
            "--copy-frames -1|video: error: --copy-frames must be at least 0, not -1",
            "--channel ..|video: error: --channel: ", "--channel a/b|video: error: --channel: ",
            "viewer --channel .hidden|viewer: error: --channel: ",
            "camera --channel x23456789012345678901234567890123456789012345678901234567890|camera: error: --channel: ",
            "--channel front viewer|video: error: options belong behind the subcommand: --channel",
            "--file|video: error: Missing required parameter for option '--file' (FILE)"})
    void wrongUsageIsOneLineAndStatus2(String arguments, String line) throws Exception {
        assertFails(2, line, arguments.split(" "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "camera "})
    void aMissingFileIsOneLineAndStatus1(String role) throws Exception {
        assertFails(1, (role.isEmpty() ? "video" : "camera") + ": error: no such file: no-such-video.mp4",
                (role + "--file no-such-video.mp4").split(" "));
    }

    @Test
    void aDirectoryIsNoVideo() throws Exception {
        assertFails(1, "video: error: " + work + " is a directory, not a video", "--file", work.toString());
    }

    @Test
    void aFileThatIsNoVideoIsOneLineAndStatus1() throws Exception {
        Path letter = Files.writeString(work.resolve("letter.mp4"), "Dear reader, this is no video.\n".repeat(200));
        assertFails(1, "camera: error: cannot open " + letter + ": Invalid data found when processing input", "--file",
                letter.toString());
    }

    @Test
    void aFileInPlaceOfTheOutputDirectoryIsOneLineAndStatus1() throws Exception {
        Path file = Files.createFile(work.resolve("taken"));
        assertFails(1, "video: error: cannot write pictures to " + file, "--out", file.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "camera ", "viewer "})
    void helpNamesTheOptions(String role) throws Exception {
        try (RunningProgram video = RunningProgram.start(Video.class, work, RunningProgram.newChannels(),
                (role + "--help").split(" "))) {
            assertThat(video.exitStatus()).isZero();
            assertThat(String.join("\n", video.output())).contains("Usage: video", "--channel=NAME", "--directory=DIR")
                    .doesNotContain(ParentOption.NAME);
            assertThat(video.errors()).isEmpty();
        }
    }

    private void assertFails(int status, String line, String... arguments) throws IOException, InterruptedException {
        Path channels = RunningProgram.newChannels();
        List<String> all = new ArrayList<>(List.of(arguments));
        if (status == 1) {
            all.addAll(List.of("--directory", channels.toString()));
        }
        try (RunningProgram video = RunningProgram.start(Video.class, work, channels, all.toArray(String[]::new))) {
            assertThat(video.exitStatus()).isEqualTo(status);
            assertThat(video.errors()).singleElement().asString().startsWith(line);
            assertThat(video.output()).isEmpty();
            video.assertNothingLeft();
        }
    }
}
