package io.github.reactorshm.examples.video;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import io.github.reactorshm.examples.video.media.VideoException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the viewer leaves what it has seen. */
final class ViewerOptions {

    private static final String DEFAULT_NAME = "video-out";

    @Option(names = "--out", paramLabel = "DIR", description = "Directory for the contact sheet and the chart, made if it is"
            + " not there (default: video-out, in examples/target or target where there is one).")
    private @Nullable Path out;

    /** Refuses a directory that cannot be one, before anything runs. */
    void check() {
        Path directory = directory();
        if (Files.exists(directory) && !(Files.isDirectory(directory) && Files.isWritable(directory))) {
            throw new VideoException("cannot write pictures to " + directory + ": it is no writable directory");
        }
    }

    Path directory() {
        if (out != null) {
            return out;
        }
        // Inside a checkout the results belong where Git does not look.
        for (Path target : List.of(Path.of("examples", "target"), Path.of("target"))) {
            if (Files.isDirectory(target)) {
                return target.resolve(DEFAULT_NAME);
            }
        }
        return Path.of(DEFAULT_NAME);
    }

    /** The options as another process takes them. */
    List<String> arguments() {
        return List.of("--out", directory().toString());
    }
}
