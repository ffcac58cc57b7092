package io.github.reactorshm.examples.video;

import java.io.IOException;
import java.util.concurrent.Callable;

import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.Json;
import io.github.reactorshm.examples.program.ParentOption;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs the viewer in this process. */
@Command(name = "viewer", sortOptions = false, description = {
        "Reads the pictures of a channel where they lie and computes the motion between them.",
        "Leaves a contact sheet and a chart as PNG files. The last line, alone on standard output, is the"
                + " viewer's part of the result as JSON."})
final class ViewerCommand implements Callable<Integer> {

    @Mixin
    private final ChannelOptions channel = new ChannelOptions("video");
    @Mixin
    private ViewerOptions options;
    @Mixin
    private ParentOption parent;

    private ViewerCommand() {}

    @Override
    public Integer call() throws IOException {
        channel.check(CopyMeasurement.longestChannel(channel));
        options.check();
        Fonts.check();
        parent.watch();
        ViewerReport report = new Viewer(channel, options.directory()).run();
        System.out.println(Json.line(report));
        return report.lost() == 0 && report.torn() == 0 ? 0 : 1;
    }
}
