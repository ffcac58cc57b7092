package io.github.reactorshm.examples.program;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The library knows its own limits: an option is tried on its builders, and what they refuse is wrong usage. */
public final class Limits {

    private Limits() {}

    public static void check(CommandSpec command, String option, Runnable use) {
        try {
            use.run();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), option + ": " + e.getMessage(), e);
        }
    }

    /** Refuses a number that is not in a range. */
    public static void range(CommandSpec command, String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw new ParameterException(command.commandLine(), option + " must be "
                    + (most >= Integer.MAX_VALUE ? "at least " + least : least + " to " + most) + ", not " + value);
        }
    }
}
