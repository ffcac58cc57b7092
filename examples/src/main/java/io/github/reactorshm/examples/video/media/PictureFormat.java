package io.github.reactorshm.examples.video.media;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * How a picture lies in a slot: BGR, 8 bits a channel, rows from top to bottom, each padded to a multiple of 64 bytes.
 *
 * @param width pixels in a row, 1 to 16384
 * @param height rows, 1 to 16384
 * @param stride bytes from one row to the next
 */
public record PictureFormat(int width, int height, int stride) {

    /** The content type of a channel that carries such pictures. */
    public static final String CONTENT_TYPE = "video/raw; format=bgr24";

    /** Pixels in the longest row and rows in the highest picture. */
    public static final int MAX_SIDE = 16_384;

    /** Bytes of one pixel: blue, green, red. */
    public static final int PIXEL_BYTES = 3;

    private static final int ROW_ALIGNMENT = 64;

    /** Checks the geometry. */
    public PictureFormat {
        if (width < 1 || width > MAX_SIDE || height < 1 || height > MAX_SIDE) {
            throw new VideoException("a picture of " + width + "x" + height + " pixels is outside 1x1 to " + MAX_SIDE
                    + "x" + MAX_SIDE);
        }
        if (stride < width * PIXEL_BYTES || stride % ROW_ALIGNMENT != 0) {
            throw new VideoException("a row stride of " + stride + " bytes does not fit rows of " + width
                    + " pixels: it must be a multiple of " + ROW_ALIGNMENT + " and at least " + width * PIXEL_BYTES);
        }
    }

    /** Returns the format of pictures of the given size, with the smallest stride. */
    public static PictureFormat of(int width, int height) {
        return new PictureFormat(width, height, Math.ceilDiv(width * PIXEL_BYTES, ROW_ALIGNMENT) * ROW_ALIGNMENT);
    }

    /** Reads the format from a channel's attributes, as {@link #attributes()} wrote them. */
    public static PictureFormat of(Map<String, String> attributes) {
        return new PictureFormat(number(attributes, "width"), number(attributes, "height"),
                number(attributes, "stride"));
    }

    /** Returns the format as attributes for the channel's handshake. */
    public Map<String, String> attributes() {
        return Map.of("width", Integer.toString(width), "height", Integer.toString(height), "stride",
                Integer.toString(stride));
    }

    /** Bytes of one picture, its padding included. */
    public long byteSize() {
        return (long) stride * height;
    }

    private static int number(Map<String, String> attributes, String key) {
        @Nullable
        String value = attributes.get(key);
        if (value == null) {
            throw new VideoException("the channel's attributes name no " + key + ": it carries no pictures");
        }
        try {
            return Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw new VideoException("the channel's attribute " + key + " is no number: " + value, e);
        }
    }
}
