package io.github.reactorshm.examples.webflux.camera;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;

import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.Limits;
import io.github.reactorshm.examples.program.ParentOption;
import io.github.reactorshm.examples.video.TemporaryClip;
import io.github.reactorshm.examples.video.media.VideoException;
import io.github.reactorshm.examples.webflux.CameraChannels;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The camera's process; see {@link Camera}. */
@Command(name = "camera", sortOptions = false, description = {
        "Decodes a video again and again and publishes its pictures, as JPEG and raw, until it is ended."})
public final class CameraCommand implements Callable<Integer> {

    private static final int CLIP_WIDTH = 1280;
    private static final int CLIP_HEIGHT = 720;
    private static final int CLIP_PICTURES = 300;
    private static final int MOST_PICTURES_A_SECOND = 240;

    @Spec
    private CommandSpec command;
    @Mixin
    private final ChannelOptions channel = new ChannelOptions("camera");
    @Mixin
    private ParentOption parent;

    @Option(names = "--file", paramLabel = "FILE", description = "Video in any format that FFmpeg reads (default: FFmpeg's test"
            + " pattern of 1280x720 pixels, encoded as H.264 first).")
    private @Nullable Path file;

    @Option(names = "--rate", paramLabel = "N", defaultValue = "30", description = "Pictures a second (default: ${DEFAULT-VALUE}).")
    private int rate = 30;

    @Option(names = "--slots", paramLabel = "N", defaultValue = "8", description = "Slots of each channel of pictures (default: ${DEFAULT-VALUE}).")
    private int slots = 8;

    private CameraCommand() {}

    @Override
    public Integer call() {
        channel.check(CameraChannels.longest(channel.name()));
        Limits.range(command, "--rate", rate, 1, MOST_PICTURES_A_SECOND);
        Limits.check(command, "--slots", () -> channel.sink().slots(slots));
        parent.watch();
        if (file == null) {
            try (TemporaryClip clip = TemporaryClip.write(CLIP_WIDTH, CLIP_HEIGHT, CLIP_PICTURES)) {
                return run(Camera.open(channel, clip.file(), rate, slots));
            }
        }
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw new VideoException("cannot read " + file);
        }
        return run(Camera.open(channel, file, rate, slots));
    }

    private int run(Camera camera) {
        camera.run();
        return 0;
    }
}
