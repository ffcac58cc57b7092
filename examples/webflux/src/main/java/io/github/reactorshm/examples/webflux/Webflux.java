package io.github.reactorshm.examples.webflux;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.Console;
import io.github.reactorshm.examples.program.Program;
import io.github.reactorshm.examples.program.RoleProcess;
import io.github.reactorshm.examples.program.Roles;
import io.github.reactorshm.examples.webflux.app.AppCommand;
import io.github.reactorshm.examples.webflux.camera.CameraCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a camera process and a web application, or one of the two. */
@Command(name = "webflux", subcommands = {CameraCommand.class,
        AppCommand.class}, sortOptions = false, description = {
                "Shows the pictures of a camera process in a browser, through shared memory and Spring WebFlux.",
                "Both processes are started here and run until this one is ended. A camera that dies is started again."}, footer = {
                        "", "Exit status: 0 success, 1 failure, 2 wrong usage.", "",
                        "Each process in a terminal of its own, in either order:",
                        "  webflux app --port 8080", "  webflux camera --file visit.mp4"})
public final class Webflux implements Callable<Integer> {

    /** Long enough for a person to see on the page that the camera is lost. */
    private static final Duration RESTART_AFTER = Duration.ofSeconds(5);

    @Mixin
    private final ChannelOptions channel = new ChannelOptions("camera");

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "8080", description = "Port of the page, 0 for any (default: ${DEFAULT-VALUE}).")
    private int port = 8080;

    private Webflux() {}

    /** Runs the command and exits with its status. */
    public static void main(String[] args) {
        System.exit(Program.run(new Webflux(), args));
    }

    @Override
    public Integer call() throws IOException {
        channel.check(CameraChannels.longest(channel.name()));
        try (Roles roles = Roles.of("webflux", Webflux.class, channel)) {
            RoleProcess app = roles.start("app", new ArrayList<>(List.of("--port", Integer.toString(port))));
            CompletableFuture<RoleProcess> over = app.ended();
            while (!over.isDone()) {
                RoleProcess camera = roles.start("camera", List.of());
                CompletableFuture.anyOf(over, camera.ended()).join();
                if (!over.isDone()) {
                    Console.say("webflux", "the camera has ended; it is started again in " + RESTART_AFTER.toSeconds()
                            + " s");
                    CompletableFuture.anyOf(over, new CompletableFuture<>().completeOnTimeout(camera,
                            RESTART_AFTER.toMillis(), TimeUnit.MILLISECONDS)).join();
                }
            }
            return app.succeeded() ? 0 : 1;
        }
    }
}
