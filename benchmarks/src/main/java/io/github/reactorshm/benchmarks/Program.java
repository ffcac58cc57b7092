package io.github.reactorshm.benchmarks;

import java.io.IOException;
import java.io.UncheckedIOException;

import io.github.reactorshm.benchmarks.support.BenchmarkException;
import io.github.reactorshm.benchmarks.support.Console;
import io.github.reactorshm.error.ShmException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Runs a command line: whatever is wrong becomes one line on standard error and an exit status. */
final class Program {

    private Program() {}

    /** Runs a command and returns its exit status: 0 success, 1 failure, 2 wrong usage. */
    static int run(Object command, String[] args) {
        return new CommandLine(command).setCaseInsensitiveEnumValuesAllowed(true)
                .setParameterExceptionHandler(Program::usage).setExecutionExceptionHandler(Program::failure)
                .execute(args);
    }

    private static int usage(ParameterException problem, String[] args) {
        CommandLine command = problem.getCommandLine();
        Console.fail(command.getCommandName(),
                oneLine(problem.getMessage()) + " (see " + command.getCommandSpec().qualifiedName() + " --help)");
        return CommandLine.ExitCode.USAGE;
    }

    private static int failure(Exception problem, CommandLine command, ParseResult result) {
        boolean explained = problem instanceof BenchmarkException || problem instanceof ShmException;
        Console.fail(command.getCommandName(), oneLine(explained ? problem.getMessage() : problem.toString()));
        if (!explained && !(problem instanceof IOException) && !(problem instanceof UncheckedIOException)) {
            // Nothing that a user did: whoever mends it wants to know where it was.
            problem.printStackTrace();
        }
        return CommandLine.ExitCode.SOFTWARE;
    }

    private static String oneLine(@Nullable String text) {
        return String.valueOf(text).strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
