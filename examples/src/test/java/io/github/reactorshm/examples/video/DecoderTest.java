package io.github.reactorshm.examples.video;

import java.io.IOException;
import java.nio.file.Path;

import io.github.reactorshm.examples.video.media.Clips;
import io.github.reactorshm.examples.video.media.PictureFormat;
import io.github.reactorshm.examples.video.media.PictureSizeChangedException;
import io.github.reactorshm.examples.video.media.VideoException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class DecoderTest {

    @TempDir
    private Path directory;

    @Test
    void emitsThePicturesUpToTheLimit() {
        Path clip = Clips.plain(directory, 128, 64, 10);
        try (Decoder decoder = Decoder.open(clip, null, null)) {
            assertThat(decoder.pictures(7).count().block()).isEqualTo(7);
        }
        try (Decoder decoder = Decoder.open(clip, null, null)) {
            assertThat(decoder.pictures(Long.MAX_VALUE).count().block()).isEqualTo(10);
        }
    }

    @Test
    void theFormatIsTheFilesUnlessASideIsGiven() {
        Path clip = Clips.odd(directory, 101, 67, 1);
        try (Decoder decoder = Decoder.open(clip, null, null)) {
            assertThat(decoder.format()).isEqualTo(PictureFormat.of(101, 67));
        }
        try (Decoder decoder = Decoder.open(clip, 33, null)) {
            assertThat(decoder.format()).isEqualTo(PictureFormat.of(33, 67));
        }
    }

    @Test
    void aCancelledDecoderIsFreedWhenItsThreadHasLeftIt() {
        Path clip = Clips.plain(directory, 640, 360, 30);
        for (int round = 0; round < 20; round++) {
            try (Decoder decoder = Decoder.open(clip, null, null)) {
                assertThat(decoder.pictures(Long.MAX_VALUE).take(round % 5 + 1, false).blockLast()).isNotNull();
            }
        }
    }

    @Test
    void aChangedSizeIsAnError() throws IOException {
        Path clip = Clips.changing(directory, 128, 128, 5);
        try (Decoder decoder = Decoder.open(clip, null, null)) {
            assertThatExceptionOfType(PictureSizeChangedException.class)
                    .isThrownBy(() -> decoder.pictures(Long.MAX_VALUE).count().block());
        }
    }

    @Test
    void whatCannotBeOpenedIsAnError() {
        assertThatExceptionOfType(VideoException.class)
                .isThrownBy(() -> Decoder.open(directory.resolve("none.mp4"), null, null));
        assertThatExceptionOfType(VideoException.class)
                .isThrownBy(() -> Decoder.open(Clips.plain(directory, 64, 64, 1), 20_000, null));
    }
}
