package io.github.reactorshm.examples.video;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import io.github.reactorshm.examples.video.media.PictureFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

class LumaGridTest {

    private final Arena arena = Arena.ofAuto();

    @ParameterizedTest
    @CsvSource({"1,1", "3,2", "641,359", "1920,1080"})
    void theSamePictureHasNoMotion(int width, int height) {
        PictureFormat format = PictureFormat.of(width, height);
        LumaGrid grid = LumaGrid.of(Pictures.plain(arena, format, 10, 200, 30), format);
        assertThat(LumaGrid.of(Pictures.plain(arena, format, 10, 200, 30), format).motionSince(grid)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"1,1", "641,359", "1920,1080"})
    void fromBlackToWhiteIsAllOfTheRange(int width, int height) {
        PictureFormat format = PictureFormat.of(width, height);
        LumaGrid black = LumaGrid.of(Pictures.plain(arena, format, 0, 0, 0), format);
        LumaGrid white = LumaGrid.of(Pictures.plain(arena, format, 255, 255, 255), format);
        assertThat(white.motionSince(black)).isEqualTo(100);
        assertThat(black.motionSince(white)).isEqualTo(100);
    }

    @Test
    void coloursWeighAsTheEyeSeesThem() {
        PictureFormat format = PictureFormat.of(64, 64);
        LumaGrid black = LumaGrid.of(Pictures.plain(arena, format, 0, 0, 0), format);
        assertThat(LumaGrid.of(Pictures.plain(arena, format, 255, 0, 0), format).motionSince(black)).isCloseTo(11.4,
                within(0.5));
        assertThat(LumaGrid.of(Pictures.plain(arena, format, 0, 255, 0), format).motionSince(black)).isCloseTo(58.7,
                within(0.5));
        assertThat(LumaGrid.of(Pictures.plain(arena, format, 0, 0, 255), format).motionSince(black)).isCloseTo(29.9,
                within(0.5));
    }

    @Test
    void halfThePictureIsHalfTheMotion() {
        PictureFormat format = PictureFormat.of(640, 360);
        LumaGrid black = LumaGrid.of(Pictures.plain(arena, format, 0, 0, 0), format);
        MemorySegment lower = Pictures.plain(arena, format, 0, 0, 0);
        lower.asSlice(format.byteSize() / 2).fill((byte) 255);
        assertThat(LumaGrid.of(lower, format).motionSince(black)).isCloseTo(50, within(0.01));
    }

    @Test
    void theLastPixelIsNotBehindThePicture() {
        PictureFormat format = PictureFormat.of(1, 1);
        MemorySegment exact = arena.allocate(PictureFormat.PIXEL_BYTES);
        exact.set(JAVA_BYTE, 1, (byte) 255);
        assertThat(LumaGrid.of(exact, format)).isNotNull();
    }

    @Test
    void picturesOfDifferentSizesAreNotCompared() {
        LumaGrid small = LumaGrid.of(Pictures.plain(arena, PictureFormat.of(2, 2), 0, 0, 0), PictureFormat.of(2, 2));
        LumaGrid large = LumaGrid.of(Pictures.plain(arena, PictureFormat.of(9, 9), 0, 0, 0), PictureFormat.of(9, 9));
        assertThatIllegalArgumentException().isThrownBy(() -> large.motionSince(small));
    }
}
