package io.github.reactorshm.examples.video;

import java.lang.foreign.MemorySegment;

import io.github.reactorshm.examples.video.media.PictureFormat;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

/**
 * The brightness of a picture on a coarse grid of points, 0 to 255 each: small enough to keep when the slot is given back.
 */
public final class LumaGrid {

    private static final int MAX_COLUMNS = 160;
    private static final int MAX_ROWS = 90;
    private static final int BYTE = 0xFF;

    // The weights of BT.601 in 256ths: they add up to 256.
    private static final int BLUE = 29;
    private static final int GREEN = 150;
    private static final int RED = 77;
    private static final int WEIGHT_BITS = 8;

    private final byte[] points;

    private LumaGrid(byte[] points) {
        this.points = points;
    }

    /** Samples a BGR picture. */
    public static LumaGrid of(MemorySegment picture, PictureFormat format) {
        int columns = Math.min(MAX_COLUMNS, format.width());
        int rows = Math.min(MAX_ROWS, format.height());
        byte[] points = new byte[columns * rows];
        int point = 0;
        for (int row = 0; row < rows; row++) {
            long line = (long) middle(row, rows, format.height()) * format.stride();
            for (int column = 0; column < columns; column++) {
                points[point++] = luma(picture,
                        line + (long) middle(column, columns, format.width()) * PictureFormat.PIXEL_BYTES);
            }
        }
        return new LumaGrid(points);
    }

    /** How much changed from the earlier picture to this one: the mean difference of the points, in percent of the range. */
    public double motionSince(LumaGrid earlier) {
        if (earlier.points.length != points.length) {
            throw new IllegalArgumentException("grids of " + earlier.points.length + " and " + points.length
                    + " points are of pictures of different sizes");
        }
        long sum = 0;
        for (int i = 0; i < points.length; i++) {
            sum += Math.abs((points[i] & BYTE) - (earlier.points[i] & BYTE));
        }
        return 100.0 * sum / ((double) points.length * BYTE);
    }

    private static byte luma(MemorySegment picture, long pixel) {
        int blue = picture.get(JAVA_BYTE, pixel) & BYTE;
        int green = picture.get(JAVA_BYTE, pixel + 1) & BYTE;
        int red = picture.get(JAVA_BYTE, pixel + 2) & BYTE;
        return (byte) ((BLUE * blue + GREEN * green + RED * red) >> WEIGHT_BITS);
    }

    /** The middle of the {@code cell}-th of {@code cells} equal parts of {@code length}. */
    private static int middle(int cell, int cells, int length) {
        return (int) ((2L * cell + 1) * length / (2L * cells));
    }
}
