package io.github.reactorshm.examples.program;

import java.io.IOException;
import java.io.UncheckedIOException;

import io.github.reactorshm.error.ShmException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import reactor.core.Exceptions;

/** Runs a command line: whatever is wrong becomes one line on standard error and an exit status. */
public final class Program {

    private Program() {}

    /** Runs a command and returns its exit status: 0 success, 1 failure, 2 wrong usage. */
    public static int run(Object command, String[] args) {
        CommandLine line = new CommandLine(command);
        addHelp(line);
        return line.setParameterExceptionHandler(Program::usage).setExecutionExceptionHandler(Program::failure)
                .setExecutionStrategy(Program::execute).execute(args);
    }

    private static void addHelp(CommandLine line) {
        line.getCommandSpec().addOption(OptionSpec.builder("-h", "--help").usageHelp(true)
                .description("Show this help and exit.").build());
        line.getSubcommands().values().forEach(Program::addHelp);
    }

    private static int execute(ParseResult result) {
        for (ParseResult at = result; at.hasSubcommand(); at = at.subcommand()) {
            if (!at.matchedOptions().isEmpty()) {
                throw new ParameterException(at.commandSpec().commandLine(), "options belong behind the subcommand: "
                        + at.matchedOptions().getFirst().longestName());
            }
        }
        return new CommandLine.RunLast().execute(result);
    }

    private static int usage(ParameterException problem, String[] args) {
        CommandLine command = problem.getCommandLine();
        Console.fail(command.getCommandName(),
                oneLine(problem.getMessage()) + " (see " + command.getCommandSpec().qualifiedName() + " --help)");
        return CommandLine.ExitCode.USAGE;
    }

    private static int failure(Exception problem, CommandLine command, ParseResult result) {
        Throwable cause = Exceptions.unwrap(problem);
        if (cause instanceof ProgramException || cause instanceof ShmException) {
            Console.fail(command.getCommandName(), oneLine(cause.getMessage()));
        } else if (cause instanceof IOException || cause instanceof UncheckedIOException) {
            Console.fail(command.getCommandName(), "cannot read or write: " + oneLine(cause.toString()));
        } else {
            // Nothing that a user did: whoever mends it wants to know where it was.
            Console.fail(command.getCommandName(), oneLine(cause.toString()));
            cause.printStackTrace();
        }
        return CommandLine.ExitCode.SOFTWARE;
    }

    private static String oneLine(@Nullable String text) {
        return String.valueOf(text).strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
