package io.github.reactorshm.examples.video;

import java.io.IOException;
import java.nio.file.Path;

import javax.imageio.ImageIO;

import io.github.reactorshm.examples.program.RunningProgram;
import io.github.reactorshm.examples.video.media.Clips;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** Whole runs of the program, to their end. */
class VideoRunTest {

    @TempDir
    private Path work;
    private Path channels;

    @BeforeEach
    void makeChannels() throws IOException {
        channels = RunningProgram.newChannels();
    }

    @Test
    void theTestPatternArrivesWholeAndItsStandstillIsSeen() throws Exception {
        try (RunningProgram video = start("--width", "320", "--height", "180", "--frames", "60", "--copy-frames",
                "0")) {
            JsonNode report = succeeded(video);
            assertThat(report.get("sent").asLong()).isEqualTo(60);
            assertThat(report.get("width").asInt()).isEqualTo(320);
            assertThat(report.get("copyRatio").isNull()).isTrue();
            assertThat(report.get("ageMicros").get("p99").asLong()).isPositive();
            assertThat(report.get("cpuMsPerFrame").get("camera").asDouble()).isPositive();
            assertThat(report.get("cpuMsPerFrame").get("viewer").asDouble()).isPositive();
            assertThat(report.get("fps").asDouble()).isPositive();
            assertThat(ImageIO.read(work.resolve("out/contact-sheet.png").toFile())).isNotNull();
            assertThat(ImageIO.read(work.resolve("out/motion.png").toFile())).isNotNull();
        }
    }

    @Test
    void aFileOfOddWidthArrivesWhole() throws Exception {
        Path file = Clips.odd(work, 641, 359, 30);
        try (RunningProgram video = start("--file", file.toString(), "--copy-frames", "0", "--slots", "3")) {
            JsonNode report = succeeded(video);
            assertThat(report.get("sent").asLong()).isEqualTo(30);
            assertThat(report.get("width").asInt()).isEqualTo(641);
            assertThat(report.get("height").asInt()).isEqualTo(359);
            assertThat(file).exists();
        }
    }

    @Test
    void onePictureInOneSlotIsEnough() throws Exception {
        try (RunningProgram video = start("--width", "64", "--height", "64", "--frames", "1", "--slots", "1",
                "--copy-frames", "0")) {
            assertThat(succeeded(video).get("received").asLong()).isEqualTo(1);
        }
    }

    @Test
    void theCopyIsMeasured() throws Exception {
        try (RunningProgram video = start("--width", "64", "--height", "64", "--frames", "5", "--copy-frames", "10")) {
            JsonNode report = succeeded(video);
            JsonNode copy = report.get("copy");
            assertThat(copy.get("frameBytes").asLong()).isEqualTo(7_269_376);
            assertThat(copy.get("plainBytesPerSecond")).hasSize(CopyMeasurement.ROUNDS - 1);
            assertThat(copy.get("channelBytesPerSecond")).hasSize(CopyMeasurement.ROUNDS - 1);
            assertThat(copy.get("plainBytesPerSecond")).allMatch(rate -> rate.asLong() > 0);
            assertThat(copy.get("channelBytesPerSecond")).allMatch(rate -> rate.asLong() > 0);
            assertThat(report.get("copyRatio").asDouble()).isPositive();
        }
    }

    @Test
    void aChangedSizeIsAClearErrorOnBothSides() throws Exception {
        Path file = Clips.changing(work, 320, 192, 20);
        try (RunningProgram video = start("--file", file.toString())) {
            assertThat(video.exitStatus()).isEqualTo(1);
            assertThat(video.output()).isEmpty();
            assertThat(video.errorsOf("camera")).singleElement().asString().contains("picture 21 is 160x96",
                    "began with 320x192");
            assertThat(video.errorsOf("viewer")).singleElement().asString().contains("PictureSizeChangedException",
                    "picture 21 is 160x96", "began with 320x192");
            assertThat(video.errorsOf("video")).isEmpty();
            assertThat(work.resolve("out")).doesNotExist();
            video.assertNothingLeft();
        }
    }

    @Test
    void aPoolThatDoesNotFitIsAClearError() throws Exception {
        Path file = Clips.plain(work, 64, 64, 3);
        try (RunningProgram video = start("--file", file.toString(), "--width", "16384", "--height", "16384", "--slots",
                "10000")) {
            assertThat(video.exitStatus()).isEqualTo(1);
            assertThat(video.errorsOf("camera")).singleElement().asString().contains(channels.toString());
            assertThat(video.errorsOf("viewer")).isEmpty();
            assertThat(video.errorsOf("video")).isEmpty();
            video.assertNothingLeft();
        }
    }

    @Test
    void theRolesRunAlsoOnTheirOwnAndTheViewerMayComeFirst() throws Exception {
        String[] channel = {"--channel", "front-door", "--directory", channels.toString()};
        try (RunningProgram viewer = RunningProgram.start(Video.class, work, channels,
                arguments("viewer", channel, "--out", "seen"));
                RunningProgram camera = RunningProgram.start(Video.class, work, RunningProgram.newChannels(),
                        arguments("camera", channel, "--width", "320", "--height", "180", "--frames", "30",
                                "--copy-frames", "4"))) {
            assertThat(camera.exitStatus()).isZero();
            assertThat(viewer.exitStatus()).isZero();
            assertThat(json(camera).get("sent").asLong()).isEqualTo(30);
            assertThat(json(viewer).get("received").asLong()).isEqualTo(30);
            assertThat(json(viewer).get("torn").asLong()).isZero();
            assertThat(work.resolve("seen/motion.png")).exists();
            viewer.assertNothingLeft();
        }
    }

    private RunningProgram start(String... arguments) throws IOException {
        return RunningProgram.start(Video.class, work, channels,
                arguments("--out", new String[]{"out", "--directory", channels.toString()}, arguments));
    }

    private static String[] arguments(String first, String[] then, String... last) {
        String[] all = new String[1 + then.length + last.length];
        all[0] = first;
        System.arraycopy(then, 0, all, 1, then.length);
        System.arraycopy(last, 0, all, 1 + then.length, last.length);
        return all;
    }

    private static JsonNode succeeded(RunningProgram video) throws Exception {
        assertThat(video.exitStatus()).as("errors: %s", video.errors()).isZero();
        JsonNode report = json(video);
        assertThat(report.get("received")).isEqualTo(report.get("sent"));
        assertThat(report.get("lost").asLong()).isZero();
        assertThat(report.get("torn").asLong()).isZero();
        video.assertNothingLeft();
        return report;
    }

    private static JsonNode json(RunningProgram video) throws IOException {
        assertThat(video.output()).hasSize(1);
        return new JsonMapper().readTree(video.output().getFirst());
    }
}
