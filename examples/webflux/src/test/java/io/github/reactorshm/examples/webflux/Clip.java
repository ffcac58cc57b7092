package io.github.reactorshm.examples.webflux;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import io.github.reactorshm.examples.video.media.TestClip;

/** A video for the cameras of all tests, encoded once. */
final class Clip {

    private static final int PICTURES = 60;
    static final Path FILE = write();

    private Clip() {}

    private static Path write() {
        try {
            Path file = Files.createTempFile("reactor-shm-clip-", ".mp4");
            file.toFile().deleteOnExit();
            TestClip.write(file, 1280, 720, PICTURES);
            return file;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
