package io.github.reactorshm.examples.video;

import java.io.IOException;
import java.util.concurrent.Callable;

import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.Json;
import io.github.reactorshm.examples.program.ParentOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs the camera in this process. */
@Command(name = "camera", sortOptions = false, description = {
        "Decodes a video into the slots of a channel, as fast as the viewer follows.",
        "The last line, alone on standard output, is the camera's part of the result as JSON."})
final class CameraCommand implements Callable<Integer> {

    @Mixin
    private final ChannelOptions channel = new ChannelOptions("video");
    @Mixin
    private CameraOptions options;
    @Mixin
    private ParentOption parent;

    private CameraCommand() {}

    @Override
    public Integer call() throws IOException {
        channel.check(CopyMeasurement.longestChannel(channel));
        options.check(channel);
        parent.watch();
        System.out.println(Json.line(new Camera(channel, options).run()));
        return 0;
    }
}
