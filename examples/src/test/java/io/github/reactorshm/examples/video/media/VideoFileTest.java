package io.github.reactorshm.examples.video.media;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

class VideoFileTest {

    @TempDir
    private Path directory;

    @Test
    void decodesEveryPictureThatWasEncoded() {
        try (VideoFile video = VideoFile.open(Clips.plain(directory, 320, 180, 45))) {
            assertThat(video.width()).isEqualTo(320);
            assertThat(video.height()).isEqualTo(180);
            assertThat(countRest(video)).isEqualTo(45);
            assertThat(video.next()).isNull();
            assertThat(video.damagedPackets()).isZero();
        }
    }

    @Test
    void onePictureIsAVideoToo() {
        try (VideoFile video = VideoFile.open(Clips.plain(directory, 64, 64, 1))) {
            assertThat(countRest(video)).isEqualTo(1);
        }
    }

    @Test
    void decodesOddSides() {
        try (VideoFile video = VideoFile.open(Clips.odd(directory, 641, 359, 5))) {
            assertThat(video.width()).isEqualTo(641);
            assertThat(video.height()).isEqualTo(359);
            assertThat(countRest(video)).isEqualTo(5);
        }
    }

    @Test
    void aChangedSizeEndsTheVideoWithBothSizes() throws IOException {
        try (VideoFile video = VideoFile.open(Clips.changing(directory, 320, 192, 10))) {
            PictureSizeChangedException changed = catchThrowableOfType(PictureSizeChangedException.class,
                    () -> countRest(video));
            assertThat(changed.getExpectedWidth()).isEqualTo(320);
            assertThat(changed.getExpectedHeight()).isEqualTo(192);
            assertThat(changed.getFoundWidth()).isEqualTo(160);
            assertThat(changed.getFoundHeight()).isEqualTo(96);
            assertThat(changed).hasMessageContaining("picture 11 is 160x96").hasMessageContaining("began with 320x192");
        }
    }

    @Test
    void aFileThatIsNoVideoIsRefused() throws IOException {
        Path text = Files.writeString(directory.resolve("letter.mp4"), "Dear reader, this is no video.\n".repeat(200));
        assertThatExceptionOfType(VideoException.class).isThrownBy(() -> VideoFile.open(text))
                .withMessageContaining(text.toString()).withMessageContaining("Invalid data");
    }

    @Test
    void aFileThatIsNotThereIsRefused() {
        Path missing = directory.resolve("missing.mp4");
        assertThatExceptionOfType(VideoException.class).isThrownBy(() -> VideoFile.open(missing))
                .withMessage("cannot open " + missing + ": No such file or directory");
    }

    @Test
    void aDamagedFileYieldsThePicturesThatAreLeft() throws IOException {
        Path file = Clips.odd(directory, 320, 180, 60);
        byte[] bytes = Files.readAllBytes(file);
        Arrays.fill(bytes, bytes.length / 3, bytes.length / 3 + bytes.length / 10, (byte) 0xFF);
        Path damaged = Files.write(directory.resolve("damaged.mkv"), bytes);
        try (VideoFile video = VideoFile.open(damaged)) {
            assertThat(countRest(video)).isBetween(1, 59);
        }
    }

    @Test
    void aNameWithAColonIsAFileAndNoAddress() {
        Path file = directory.resolve("http:clip.mp4");
        TestClip.write(file, 64, 64, 2);
        try (VideoFile video = VideoFile.open(file)) {
            assertThat(countRest(video)).isEqualTo(2);
        }
    }

    private static int countRest(VideoFile video) {
        int pictures = 0;
        while (video.next() != null) {
            pictures++;
        }
        return pictures;
    }
}
