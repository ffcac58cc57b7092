package io.github.reactorshm.examples.video;

import java.awt.image.BufferedImage;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;

import io.github.reactorshm.ShmChannelInfo;
import io.github.reactorshm.examples.video.media.PictureFormat;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

/** Pictures that tests draw for themselves. */
final class Pictures {

    private Pictures() {}

    /** A picture of one colour; its padding is filled with something else. */
    static MemorySegment plain(Arena arena, PictureFormat format, int blue, int green, int red) {
        MemorySegment picture = arena.allocate(format.byteSize()).fill((byte) 0x3C);
        for (long y = 0; y < format.height(); y++) {
            for (long x = 0; x < format.width(); x++) {
                long pixel = y * format.stride() + x * PictureFormat.PIXEL_BYTES;
                picture.set(JAVA_BYTE, pixel, (byte) blue);
                picture.set(JAVA_BYTE, pixel + 1, (byte) green);
                picture.set(JAVA_BYTE, pixel + 2, (byte) red);
            }
        }
        return picture;
    }

    static InspectedPicture inspected(long sequence, int brightness, long ageNanos, boolean torn) {
        PictureFormat format = PictureFormat.of(8, 8);
        try (Arena arena = Arena.ofConfined()) {
            LumaGrid luma = LumaGrid.of(plain(arena, format, brightness, brightness, brightness), format);
            ShmChannelInfo channel = new ShmChannelInfo("test", 1, 8, format.byteSize(), PictureFormat.CONTENT_TYPE,
                    Map.of());
            return new InspectedPicture(channel, sequence, ageNanos, torn, luma, null);
        }
    }

    static Thumbnail thumbnail(long number) {
        return new Thumbnail(number, new BufferedImage(160, 90, BufferedImage.TYPE_INT_RGB));
    }
}
