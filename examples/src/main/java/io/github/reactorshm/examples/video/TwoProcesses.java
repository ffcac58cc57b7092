package io.github.reactorshm.examples.video;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Runs the viewer and the camera in a process each and joins their results. */
final class TwoProcesses {

    private static final String NAME = "video";

    /** How long the other process may take to notice a failure and to tell of it. */
    private static final Duration GRACE = Duration.ofSeconds(2);

    private final ChannelOptions channel;
    private final CameraOptions cameraOptions;
    private final ViewerOptions viewerOptions;
    private volatile boolean interrupted;

    TwoProcesses(ChannelOptions channel, CameraOptions camera, ViewerOptions viewer) {
        this.channel = channel;
        this.cameraOptions = camera;
        this.viewerOptions = viewer;
    }

    /** Runs both to their end. Returns the exit status; the result is on standard output. */
    int run() throws IOException {
        try (RoleProcess viewer = start("viewer", viewerOptions.arguments());
                RoleProcess camera = start("camera", cameraOptions.arguments())) {
            RoleProcess first = (RoleProcess) CompletableFuture.anyOf(viewer.ended(), camera.ended()).join();
            RoleProcess second = first == viewer ? camera : viewer;
            if (!first.succeeded()) {
                second.endWithin(GRACE);
            }
            second.ended().join();
            if (viewer.lastLine().isEmpty() || camera.lastLine().isEmpty()) {
                return fail(first);
            }
            RunReport report = RunReport.of(Json.read(camera.lastLine(), CameraReport.class),
                    Json.read(viewer.lastLine(), ViewerReport.class));
            System.out.println(Json.line(report));
            return judge(report);
        }
    }

    private RoleProcess start(String role, List<String> options) throws IOException {
        List<String> all = Stream.concat(channel.arguments().stream(), options.stream()).toList();
        RoleProcess process = RoleProcess.start(role, all);
        // Ctrl-C, or a signal for this process alone, must not leave the others behind.
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("end-" + role).unstarted(() -> {
            interrupted = true;
            process.close();
        }));
        return process;
    }

    private int fail(RoleProcess first) {
        if (!interrupted && !first.unexplainedEnd().isEmpty()) {
            Console.fail(NAME, first.unexplainedEnd());
        }
        return 1;
    }

    private static int judge(RunReport report) {
        List<String> faults = new ArrayList<>();
        if (report.lost() != 0) {
            faults.add(report.lost() + " lost");
        }
        if (report.torn() != 0) {
            faults.add(report.torn() + " torn");
        }
        if (faults.isEmpty()) {
            return 0;
        }
        Console.fail(NAME, "of " + report.sent() + " pictures " + String.join(" and ", faults));
        return 1;
    }
}
