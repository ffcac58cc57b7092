package io.github.reactorshm.examples.video;

import java.io.IOException;
import java.util.concurrent.Callable;

import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.Json;
import io.github.reactorshm.examples.program.Program;
import io.github.reactorshm.examples.program.RoleProcess;
import io.github.reactorshm.examples.program.Roles;
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
    private final ChannelOptions channel = new ChannelOptions("video");
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
        channel.check(CopyMeasurement.longestChannel(channel));
        camera.check(channel);
        viewer.check();
        try (Roles roles = Roles.of("video", Video.class, channel)) {
            RoleProcess viewerProcess = roles.start("viewer", viewer.arguments());
            RoleProcess cameraProcess = roles.start("camera", camera.arguments());
            if (!roles.join()) {
                return 1;
            }
            RunReport report = RunReport.of(Json.read(cameraProcess.lastLine(), CameraReport.class),
                    Json.read(viewerProcess.lastLine(), ViewerReport.class));
            System.out.println(Json.line(report));
            roles.tell(report.faults());
            return report.faults().isEmpty() && cameraProcess.succeeded() && viewerProcess.succeeded() ? 0 : 1;
        }
    }
}
