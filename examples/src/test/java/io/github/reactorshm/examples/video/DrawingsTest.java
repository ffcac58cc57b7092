package io.github.reactorshm.examples.video;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

import javax.imageio.ImageIO;

import io.github.reactorshm.examples.video.media.PictureFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class DrawingsTest {

    @TempDir
    private Path directory;

    @Test
    void thumbnailsKeepColourAndProportions() {
        PictureFormat format = PictureFormat.of(641, 359);
        try (Arena arena = Arena.ofConfined()) {
            BufferedImage image = Thumbnail.of(7, Pictures.plain(arena, format, 20, 40, 250), format).image();
            assertThat((double) image.getWidth() / image.getHeight()).isCloseTo(641.0 / 359, within(0.02));
            for (int x : new int[]{0, image.getWidth() - 1}) {
                assertThat(new Color(image.getRGB(x, image.getHeight() - 1))).isEqualTo(new Color(250, 40, 20));
            }
        }
    }

    @Test
    void smallPicturesAreNotEnlarged() {
        PictureFormat format = PictureFormat.of(3, 2);
        try (Arena arena = Arena.ofConfined()) {
            BufferedImage image = Thumbnail.of(1, Pictures.plain(arena, format, 1, 2, 3), format).image();
            assertThat(image.getWidth()).isEqualTo(3);
            assertThat(image.getHeight()).isEqualTo(2);
        }
    }

    @Test
    void theContactSheetShowsEveryThumbnail() throws IOException {
        Path file = directory.resolve("sheet.png");
        List<Thumbnail> thumbnails = LongStream.rangeClosed(1, 5).mapToObj(DrawingsTest::white).toList();
        ContactSheet.write(thumbnails, file);
        BufferedImage sheet = ImageIO.read(file.toFile());
        int white = 0;
        for (int y = 0; y < sheet.getHeight(); y++) {
            for (int x = 0; x < sheet.getWidth(); x++) {
                white += sheet.getRGB(x, y) == Color.WHITE.getRGB() ? 1 : 0;
            }
        }
        assertThat(white).isEqualTo(5 * 160 * 90);
    }

    @Test
    void theChartIsDrawn() throws IOException {
        Path file = directory.resolve("chart.png");
        double[] numbers = DoubleStream.iterate(2, n -> n + 1).limit(299).toArray();
        MotionChart.write(numbers, DoubleStream.of(numbers).map(n -> Math.abs(n % 40 - 20)).toArray(), file);
        BufferedImage chart = ImageIO.read(file.toFile());
        assertThat(chart.getWidth()).isEqualTo(1200);
        assertThat(colours(chart)).isGreaterThan(10);
    }

    @Test
    void oneMotionIsAChartToo() throws IOException {
        Path file = directory.resolve("chart.png");
        MotionChart.write(new double[]{2}, new double[]{0}, file);
        assertThat(ImageIO.read(file.toFile())).isNotNull();
    }

    @Test
    void aSinglePictureHasNoMotionButAChart() throws IOException {
        Path file = directory.resolve("chart.png");
        MotionChart.write(new double[0], new double[0], file);
        assertThat(ImageIO.read(file.toFile())).isNotNull();
    }

    private static Thumbnail white(long number) {
        Thumbnail thumbnail = Pictures.thumbnail(number);
        for (int y = 0; y < thumbnail.image().getHeight(); y++) {
            for (int x = 0; x < thumbnail.image().getWidth(); x++) {
                thumbnail.image().setRGB(x, y, Color.WHITE.getRGB());
            }
        }
        return thumbnail;
    }

    private static long colours(BufferedImage image) {
        return LongStream.range(0, (long) image.getWidth() * image.getHeight())
                .map(i -> image.getRGB((int) (i % image.getWidth()), (int) (i / image.getWidth()))).distinct().count();
    }
}
