package io.github.reactorshm.examples.video;

import java.io.IOException;
import java.util.concurrent.Callable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs a camera and a viewer process, or one of the two. */
@Command(name = "video", subcommands = {CameraCommand.class,
        ViewerCommand.class}, sortOptions = false, description = {
                "Streams a video from a camera process to a viewer process through shared memory.",
                "Both are started here; the last line, alone on standard output, is the result as JSON."}, footer = {"",
                        "Exit status: 0 success, 1 failure, 2 wrong usage.", "",
                        "Each process in a terminal of its own, in either order:",
                        "  video viewer --channel front-door",
                        "  video camera --channel front-door --file visit.mp4"})
public final class Video implements Callable<Integer> {

    @Mixin
    private ChannelOptions channel;
    @Mixin
    private CameraOptions camera;
    @Mixin
    private ViewerOptions viewer;

    private Video() {}

    /** Runs the command and exits with its status. */
    public static void main(String[] args) {
        System.exit(Program.run(new Video(), args));
    }

    @Override
    public Integer call() throws IOException {
        channel.check();
        camera.check(channel);
        viewer.check();
        return new TwoProcesses(channel, camera, viewer).run();
    }
}
