package io.github.reactorshm.examples.video.media;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

import static org.bytedeco.ffmpeg.global.avcodec.AV_CODEC_ID_MPEG4;

/** Video files that tests make for themselves. */
public final class Clips {

    private Clips() {}

    /** Writes H.264 in MP4. */
    public static Path plain(Path directory, int width, int height, int pictures) {
        Path file = directory.resolve("plain.mp4");
        TestClip.write(file, width, height, pictures);
        return file;
    }

    /** Writes MPEG-4 in Matroska, which unlike H.264 with halved chroma may have odd sides. */
    public static Path odd(Path directory, int width, int height, int pictures) {
        Path file = directory.resolve("odd.mkv");
        TestClip.write(file, AV_CODEC_ID_MPEG4, width, height, pictures);
        return file;
    }

    /** Writes a transport stream that goes on with pictures of half the size behind the first ones. */
    public static Path changing(Path directory, int width, int height, int picturesEach) throws IOException {
        Path first = directory.resolve("first.ts");
        Path second = directory.resolve("second.ts");
        TestClip.write(first, width, height, picturesEach);
        TestClip.write(second, width / 2, height / 2, picturesEach);
        Path file = directory.resolve("changing.ts");
        try (OutputStream out = Files.newOutputStream(file)) {
            Files.copy(first, out);
            Files.copy(second, out);
        }
        return file;
    }
}
