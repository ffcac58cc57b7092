package io.github.reactorshm.benchmarks.support;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Limits of numbers in options. */
public final class Limits {

    private Limits() {}

    /** Refuses a value outside its limits, both of which are allowed. */
    public static void check(CommandSpec command, String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw new ParameterException(command.commandLine(),
                    option + " must be from " + least + " to " + most + " but is " + value);
        }
    }
}
