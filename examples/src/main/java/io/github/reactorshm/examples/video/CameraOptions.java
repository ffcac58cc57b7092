package io.github.reactorshm.examples.video;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.Console;
import io.github.reactorshm.examples.program.Limits;
import io.github.reactorshm.examples.video.media.PictureFormat;
import io.github.reactorshm.examples.video.media.VideoException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What the camera shows and how much of it. */
final class CameraOptions {

    private static final int CLIP_WIDTH = 1920;
    private static final int CLIP_HEIGHT = 1080;
    private static final int CLIP_FRAMES = 300;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(names = "--file", paramLabel = "FILE", description = "Video in any format that FFmpeg reads (default: FFmpeg's test"
            + " pattern, which is encoded as H.264 first and removed at the end).")
    private @Nullable Path file;

    @Option(names = "--frames", paramLabel = "N", description = "Pictures to send at most (default: the whole file; 300 of the test pattern).")
    private @Nullable Integer frames;

    @Option(names = "--width", paramLabel = "PIXELS", description = "Scale the pictures to this width (default: the file's; 1920 for the test pattern).")
    private @Nullable Integer width;

    @Option(names = "--height", paramLabel = "PIXELS", description = "Scale the pictures to this height (default: the file's; 1080 for the test pattern).")
    private @Nullable Integer height;

    @Option(names = "--slots", paramLabel = "N", defaultValue = "8", description = "Slots of the channel, a picture each (default: ${DEFAULT-VALUE}).")
    private int slots = 8;

    @Option(names = "--copy-frames", paramLabel = "N", defaultValue = "150", description = "Frames a round of the copy measurement, 0 for none (default: ${DEFAULT-VALUE}).")
    private int copyFrames = 150;

    /** Refuses values that cannot work, before anything is made. */
    void check(ChannelOptions channel) {
        atLeast(1, "--frames", frames);
        atLeast(0, "--copy-frames", copyFrames);
        side("--width", width);
        side("--height", height);
        Limits.check(command, "--slots", () -> ShmSink.channel(channel.name()).slots(slots));
        if (file != null && !Files.isReadable(file)) {
            throw new VideoException(Files.exists(file) ? "cannot read " + file : "no such file: " + file);
        }
        if (file != null && Files.isDirectory(file)) {
            throw new VideoException(file + " is a directory, not a video");
        }
    }

    /** Opens the user's file, or encodes and opens the test pattern. May take seconds. */
    Decoder open() {
        if (file != null) {
            return Decoder.open(file, width, height);
        }
        int pictures = frames != null ? frames : CLIP_FRAMES;
        Console.say("camera", "encoding " + pictures + " pictures of the test pattern first");
        try (TemporaryClip clip = TemporaryClip.write(clipWidth(), clipHeight(), pictures)) {
            return Decoder.open(clip.file(), clipWidth(), clipHeight());
        }
    }

    /** Pictures to send at most; a test pattern is made no longer. */
    long frameLimit() {
        if (frames != null) {
            return frames;
        }
        return Long.MAX_VALUE;
    }

    int slots() {
        return slots;
    }

    int copyFrames() {
        return copyFrames;
    }

    /** The options as another process takes them. */
    List<String> arguments() {
        List<String> arguments = new ArrayList<>();
        add(arguments, "--file", file);
        add(arguments, "--frames", frames);
        add(arguments, "--width", width);
        add(arguments, "--height", height);
        add(arguments, "--slots", slots);
        add(arguments, "--copy-frames", copyFrames);
        return arguments;
    }

    private int clipWidth() {
        return width != null ? width : CLIP_WIDTH;
    }

    private int clipHeight() {
        return height != null ? height : CLIP_HEIGHT;
    }

    private void atLeast(int least, String option, @Nullable Integer value) {
        if (value != null && value < least) {
            throw new ParameterException(command.commandLine(),
                    option + " must be at least " + least + ", not " + value);
        }
    }

    private void side(String option, @Nullable Integer value) {
        if (value != null && (value < 1 || value > PictureFormat.MAX_SIDE)) {
            throw new ParameterException(command.commandLine(),
                    option + " must be 1 to " + PictureFormat.MAX_SIDE + " pixels, not " + value);
        }
    }

    private static void add(List<String> arguments, String option, @Nullable Object value) {
        if (value != null) {
            arguments.add(option);
            arguments.add(value.toString());
        }
    }
}
