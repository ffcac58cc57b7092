package io.github.reactorshm.examples.webflux.app;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Callable;

import io.github.reactorshm.examples.program.ChannelOptions;
import io.github.reactorshm.examples.program.Console;
import io.github.reactorshm.examples.program.Limits;
import io.github.reactorshm.examples.program.ParentOption;
import io.github.reactorshm.examples.webflux.CameraChannels;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import reactor.core.publisher.Mono;

/** The web application's process. */
@Command(name = "app", sortOptions = false, description = "Serves a page with the pictures of a camera process.")
public final class AppCommand implements Callable<Integer> {

    private static final int LARGEST_PORT = 65_535;

    @Spec
    private CommandSpec command;
    @Mixin
    private final ChannelOptions channel = new ChannelOptions("camera");
    @Mixin
    private ParentOption parent;

    @Option(names = "--port", paramLabel = "PORT", defaultValue = "8080", description = "Port of the page, 0 for any (default: ${DEFAULT-VALUE}).")
    private int port = 8080;

    private AppCommand() {}

    @Override
    public Integer call() {
        channel.check(CameraChannels.longest(channel.name()));
        Limits.range(command, "--port", port, 0, LARGEST_PORT);
        parent.watch();
        Map<String, Object> properties = new HashMap<>();
        properties.put("server.port", port);
        properties.put("camera.channel", channel.name());
        if (channel.directory() != null) {
            properties.put("reactor.shm.directory", channel.directory());
        }
        SpringApplication application = new SpringApplication(WebApplication.class);
        application.setDefaultProperties(properties);
        ConfigurableApplicationContext context = application.run();
        Console.say("app", "http://localhost:" + context.getEnvironment().getProperty("local.server.port"));
        // Until the process is ended.
        Mono.never().block();
        return 0;
    }
}
