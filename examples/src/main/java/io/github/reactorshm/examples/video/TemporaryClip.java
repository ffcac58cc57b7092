package io.github.reactorshm.examples.video;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.github.reactorshm.examples.video.media.TestClip;
import io.github.reactorshm.examples.video.media.VideoException;

/** An H.264 file of the test pattern that is gone when it is closed, or when the process ends before. */
public record TemporaryClip(Path file) implements AutoCloseable {

    /** Encodes the clip. H.264 wants even sides: an odd one is rounded up. */
    public static TemporaryClip write(int width, int height, int frames) {
        TemporaryClip clip = new TemporaryClip(create());
        boolean written = false;
        try {
            TestClip.write(clip.file, width + width % 2, height + height % 2, frames);
            written = true;
            return clip;
        } finally {
            if (!written) {
                clip.close();
            }
        }
    }

    @Override
    public void close() {
        // Where an open file cannot be deleted, it goes with the process.
        if (!file.toFile().delete()) {
            file.toFile().deleteOnExit();
        }
    }

    private static Path create() {
        try {
            Path file = Files.createTempFile("reactor-shm-video-", ".mp4");
            file.toFile().deleteOnExit();
            return file;
        } catch (IOException e) {
            throw new VideoException("cannot make a temporary file for the test pattern: " + e.getMessage(), e);
        }
    }
}
