package io.github.reactorshm.control;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

import io.github.reactorshm.error.ShmException;

/**
 * An owner in a process of its own. It says "ready", and on "open" opens a channel, names each step that it is told to stop
 * at and waits there for a line; it says "open" or the error's class, and on the next line closes.
 */
final class OwnerChild {

    private static final BufferedReader INPUT = new BufferedReader(
            new InputStreamReader(System.in, StandardCharsets.UTF_8));

    private OwnerChild() {}

    public static void main(String[] arguments) throws IOException {
        BaseDirectory base = BaseDirectory.resolve(Path.of(arguments[0]));
        String name = arguments[1];
        String stops = arguments[2];
        say("ready");
        INPUT.readLine();
        try {
            OwnedChannel channel = new Opening(base, name, Channels.header(), step -> {
                if (stops.equals("all") || stops.equals(step.name())) {
                    say(step.name());
                    awaitLine();
                }
            }).run();
            say("open");
            INPUT.readLine();
            channel.close();
            say("closed");
        } catch (ShmException e) {
            say(e.getClass().getSimpleName());
        }
        INPUT.readLine();
    }

    private static void awaitLine() {
        try {
            INPUT.readLine();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void say(String line) {
        System.out.println("> " + line);
    }
}
