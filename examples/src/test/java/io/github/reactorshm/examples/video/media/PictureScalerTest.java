package io.github.reactorshm.examples.video.media;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.javacpp.Pointer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.bytedeco.ffmpeg.global.avutil.AV_PIX_FMT_YUV420P;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_free;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_get_buffer;

class PictureScalerTest {

    private static final byte GUARD = 0x6B;
    private static final int GUARD_BYTES = 4096;

    @ParameterizedTest
    @CsvSource({"640,360,81,90,240", "1280,720,63,102,240"})
    void redStaysRedByTheMatrixOfItsSize(int width, int height, int y, int u, int v) {
        PictureFormat format = PictureFormat.of(width, height);
        try (Arena arena = Arena.ofConfined(); PictureScaler scaler = new PictureScaler(format)) {
            MemorySegment target = arena.allocate(format.byteSize() + PictureScaler.OVERRUN_BYTES, 64);
            AVFrame picture = picture(width, height, y, u, v);
            scaler.scale(picture, target);
            av_frame_free(picture);
            long middle = (long) height / 2 * format.stride() + width / 2L * PictureFormat.PIXEL_BYTES;
            assertThat(target.get(JAVA_BYTE, middle) & 0xFF).as("blue").isCloseTo(0, within(3));
            assertThat(target.get(JAVA_BYTE, middle + 1) & 0xFF).as("green").isCloseTo(0, within(3));
            assertThat(target.get(JAVA_BYTE, middle + 2) & 0xFF).as("red").isCloseTo(255, within(3));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 17, 21, 22, 63, 64, 65, 127, 359, 641, 1279, 1919, 1920})
    void writesAllPixelsAndNotBehindTheOverrun(int width) {
        int height = 9;
        PictureFormat format = PictureFormat.of(width, height);
        try (Arena arena = Arena.ofConfined(); PictureScaler scaler = new PictureScaler(format)) {
            MemorySegment target = arena.allocate(format.byteSize() + GUARD_BYTES, 64).fill(GUARD);
            AVFrame white = picture(width, height, 235, 128, 128);
            scaler.scale(white, target);
            av_frame_free(white);
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width * PictureFormat.PIXEL_BYTES; x++) {
                    assertThat(target.get(JAVA_BYTE, (long) y * format.stride() + x) & 0xFF)
                            .as("byte %d of row %d", x, y)
                            .isCloseTo(255, within(3));
                }
            }
            long behind = format.byteSize() + PictureScaler.OVERRUN_BYTES;
            MemorySegment rest = target.asSlice(behind);
            MemorySegment untouched = arena.allocate(rest.byteSize()).fill(GUARD);
            assertThat(rest.mismatch(untouched)).as("first byte written behind the overrun").isEqualTo(-1);
        }
    }

    @Test
    void enlargesAndShrinks() {
        PictureFormat format = PictureFormat.of(99, 33);
        try (Arena arena = Arena.ofConfined(); PictureScaler scaler = new PictureScaler(format)) {
            MemorySegment target = arena.allocate(format.byteSize() + PictureScaler.OVERRUN_BYTES, 64);
            for (int side : new int[]{16, 400}) {
                target.fill((byte) 0);
                AVFrame white = picture(side, side, 235, 128, 128);
                scaler.scale(white, target);
                av_frame_free(white);
                assertThat(target.get(JAVA_BYTE, 32L * format.stride() + 98 * 3) & 0xFF).isCloseTo(255, within(3));
            }
        }
    }

    @Test
    void memoryThatDoesNotFitIsRefused() {
        PictureFormat format = PictureFormat.of(64, 64);
        try (Arena arena = Arena.ofConfined(); PictureScaler scaler = new PictureScaler(format)) {
            MemorySegment small = arena.allocate(format.byteSize() - 1);
            AVFrame picture = picture(64, 64, 16, 128, 128);
            assertThatIllegalArgumentException().isThrownBy(() -> scaler.scale(picture, small));
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> scaler.scale(picture, MemorySegment.ofArray(new byte[1 << 16])));
            av_frame_free(picture);
        }
    }

    private static AVFrame picture(int width, int height, int... yuv) {
        AVFrame picture = av_frame_alloc();
        picture.width(width);
        picture.height(height);
        picture.format(AV_PIX_FMT_YUV420P);
        FFmpeg.check(av_frame_get_buffer(picture, 0), "cannot make a picture");
        for (int plane = 0; plane < yuv.length; plane++) {
            int rows = plane == 0 ? height : (height + 1) / 2;
            Pointer.memset(picture.data(plane), yuv[plane], (long) rows * picture.linesize(plane));
        }
        return picture;
    }
}
