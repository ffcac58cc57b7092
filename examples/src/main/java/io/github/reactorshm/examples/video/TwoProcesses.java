package io.github.reactorshm.examples.video;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Runs the viewer and the camera in a process each and joins their results. */
final class TwoProcesses {

    private static final String NAME = "video";

    /** How long the other process may take to notice a failure and to tell of it. */
    private static final Duration GRACE = Duration.ofSeconds(3);

    private final ChannelOptions channel;
    private final CameraOptions cameraOptions;
    private final ViewerOptions viewerOptions;
    private final List<RoleProcess> started = new ArrayList<>();
    private boolean interrupted;

    TwoProcesses(ChannelOptions channel, CameraOptions camera, ViewerOptions viewer) {
        this.channel = channel;
        this.cameraOptions = camera;
        this.viewerOptions = viewer;
    }

    /** Runs both to their end. Returns the exit status; the result is on standard output. */
    int run() throws IOException {
        try (RunDirectory directory = RunDirectory.of(channel)) {
            // Ctrl-C, or a signal for this process alone, must leave nothing behind either.
            Runtime.getRuntime()
                    .addShutdownHook(Thread.ofPlatform().name("end-run").unstarted(() -> interrupt(directory)));
            List<String> shared = channel.arguments(directory.path());
            try (RoleProcess viewer = start("viewer", shared, viewerOptions.arguments());
                    RoleProcess camera = start("camera", shared, cameraOptions.arguments())) {
                return join(viewer, camera);
            }
        }
    }

    private int join(RoleProcess viewer, RoleProcess camera) {
        RoleProcess first = (RoleProcess) CompletableFuture.anyOf(viewer.ended(), camera.ended()).join();
        RoleProcess second = first == viewer ? camera : viewer;
        if (!first.succeeded()) {
            second.endWithin(GRACE);
        }
        second.ended().join();
        if (viewer.lastLine().isEmpty() || camera.lastLine().isEmpty()) {
            tell(first.unexplainedEnd());
            return 1;
        }
        RunReport report = RunReport.of(Json.read(camera.lastLine(), CameraReport.class),
                Json.read(viewer.lastLine(), ViewerReport.class));
        System.out.println(Json.line(report));
        tell(report.faults());
        return report.faults().isEmpty() && camera.succeeded() && viewer.succeeded() ? 0 : 1;
    }

    private synchronized RoleProcess start(String role, List<String> shared, List<String> own) throws IOException {
        if (interrupted) {
            throw new IOException("interrupted before the " + role + " was started");
        }
        RoleProcess process = RoleProcess.start(role, Stream.concat(shared.stream(), own.stream()).toList());
        started.add(process);
        return process;
    }

    private synchronized void interrupt(RunDirectory directory) {
        interrupted = true;
        started.forEach(RoleProcess::close);
        try {
            directory.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void tell(String problem) {
        // After Ctrl-C everybody knows why the processes have ended.
        if (!interrupted && !problem.isEmpty()) {
            Console.fail(NAME, problem);
        }
    }
}
