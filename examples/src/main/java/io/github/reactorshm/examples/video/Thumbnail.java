package io.github.reactorshm.examples.video;

import java.awt.image.BufferedImage;
import java.lang.foreign.MemorySegment;

import io.github.reactorshm.examples.video.media.PictureFormat;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

/**
 * A small copy of a picture for the contact sheet.
 *
 * @param number the picture's sequence in the channel, from 1
 */
record Thumbnail(long number, BufferedImage image) {

    static final int MAX_WIDTH = 320;
    static final int MAX_HEIGHT = 180;

    private static final int SAMPLES = 3;
    private static final int BYTE = 0xFF;

    /** Scales a BGR picture down into the box of a thumbnail, its proportions kept. */
    static Thumbnail of(long number, MemorySegment picture, PictureFormat format) {
        double scale = Math.min(1.0,
                Math.min((double) MAX_WIDTH / format.width(), (double) MAX_HEIGHT / format.height()));
        int width = Math.max(1, (int) Math.round(format.width() * scale));
        int height = Math.max(1, (int) Math.round(format.height() * scale));
        long[] columns = sampled(width, format.width(), PictureFormat.PIXEL_BYTES);
        long[] rows = sampled(height, format.height(), format.stride());
        int[] pixels = new int[width * height];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                pixels[y * width + x] = mean(picture, columns, x * SAMPLES, rows, y * SAMPLES);
            }
        }
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        image.setRGB(0, 0, width, height, pixels, 0, width);
        return new Thumbnail(number, image);
    }

    /** Offsets in bytes of the columns, or rows, that are looked at: a few for each of the thumbnail. */
    private static long[] sampled(int small, int large, int bytes) {
        long[] offsets = new long[small * SAMPLES];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = (2L * i + 1) * large / (2L * offsets.length) * bytes;
        }
        return offsets;
    }

    private static int mean(MemorySegment picture, long[] columns, int firstColumn, long[] rows, int firstRow) {
        int blue = 0;
        int green = 0;
        int red = 0;
        for (int row = firstRow; row < firstRow + SAMPLES; row++) {
            for (int column = firstColumn; column < firstColumn + SAMPLES; column++) {
                long pixel = rows[row] + columns[column];
                blue += picture.get(JAVA_BYTE, pixel) & BYTE;
                green += picture.get(JAVA_BYTE, pixel + 1) & BYTE;
                red += picture.get(JAVA_BYTE, pixel + 2) & BYTE;
            }
        }
        int points = SAMPLES * SAMPLES;
        return (red / points) << 16 | (green / points) << 8 | blue / points;
    }
}
