package io.github.reactorshm.examples.video;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The library knows its own limits: an option is tried on its builders, and what they refuse is wrong usage. */
final class Limits {

    private Limits() {}

    static void check(CommandSpec command, String option, Runnable use) {
        try {
            use.run();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), option + ": " + e.getMessage(), e);
        }
    }
}
