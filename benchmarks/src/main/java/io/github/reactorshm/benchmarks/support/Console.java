package io.github.reactorshm.benchmarks.support;

/** Lines for a person, on standard error: standard output is for results. */
public final class Console {

    private Console() {}

    /** Prints a line under the name of the command it is about. */
    public static void say(String command, String text) {
        System.err.println(command + ": " + text);
    }

    /** Prints a failure as one line. */
    public static void fail(String command, String text) {
        say(command, "error: " + text);
    }
}
