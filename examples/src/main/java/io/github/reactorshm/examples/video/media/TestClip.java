package io.github.reactorshm.examples.video.media;

import java.nio.file.Path;

import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_ID_H264;

/** Encodes FFmpeg's moving test pattern into a file. */
public final class TestClip {

    private static final int RATE = 30;
    private static final int STILL_FROM = 2;
    private static final int STILL_FOR = 5;

    private TestClip() {}

    /**
     * Writes an H.264 video. For a fifth of its length the picture stands still.
     *
     * @param file its ending chooses the container: .mp4, .mkv, .ts and more
     * @param width even number of pixels
     * @param height even number of pixels
     * @param pictures length of the video
     */
    public static void write(Path file, int width, int height, int pictures) {
        write(file, AV_CODEC_ID_H264, width, height, pictures);
    }

    static void write(Path file, int codec, int width, int height, int pictures) {
        int still = pictures / STILL_FOR;
        try (TestPattern pattern = new TestPattern(width, height, RATE, STILL_FROM * still, still);
                ClipWriter writer = new ClipWriter(file, codec, width, height, RATE)) {
            for (int i = 0; i < pictures; i++) {
                writer.write(pattern.next());
            }
            writer.finish();
        }
    }
}
