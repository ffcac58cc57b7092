package io.github.reactorshm.examples.program;

import java.time.Duration;
import java.util.function.Supplier;

import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/** Lines for a person, on standard error: standard output is for the result alone. */
public final class Console {

    private static final Duration PERIOD = Duration.ofSeconds(1);

    private Console() {}

    /** Prints a line under the name of the process it is about. */
    public static void say(String process, String text) {
        System.err.println(process + ": " + text);
    }

    /** Prints a failure as one line. */
    public static void fail(String process, String text) {
        say(process, "error: " + text);
    }

    /** Prints a line about the work under way every second until disposed; an empty one is left out. */
    public static Disposable progress(String process, Supplier<String> line) {
        return Flux.interval(PERIOD).map(tick -> line.get()).filter(text -> !text.isEmpty())
                .subscribe(text -> say(process, text));
    }
}
