package io.github.reactorshm.cli;

import java.util.List;

import io.github.reactorshm.error.ShmException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import reactor.util.Loggers;

/** The command {@code reactor-shm}. Whatever is wrong becomes one line on standard error and an exit status. */
@Command(name = "reactor-shm", mixinStandardHelpOptions = true, versionProvider = ReactorShm.Version.class, description = "Looks at the channels of reactor-shm that this user has on this machine, and disturbs none.", synopsisSubcommandLabel = "COMMAND", commandListHeading = "%nCommands:%n", exitCodeListHeading = "%nExit status:%n", exitCodeList = {
        "0:success", "1:failure",
        "2:wrong usage"}, subcommands = {ListCommand.class, ShowCommand.class, CleanCommand.class})
public final class ReactorShm {

    private ReactorShm() {}

    /**
     * Runs the command.
     *
     * @param args its arguments
     */
    public static void main(String[] args) {
        // Warnings of the library, one line each, where nobody has configured a logger.
        Loggers.useConsoleLoggers();
        System.exit(run(args));
    }

    static int run(String... args) {
        return new CommandLine(new ReactorShm()).setParameterExceptionHandler(ReactorShm::usage)
                .setExecutionExceptionHandler(ReactorShm::failure).execute(args);
    }

    private static int usage(ParameterException problem, String[] args) {
        CommandLine command = problem.getCommandLine();
        fail(oneLine(problem.getMessage()) + " (see " + command.getCommandSpec().qualifiedName() + " --help)");
        return CommandLine.ExitCode.USAGE;
    }

    private static int failure(Exception problem, CommandLine command, ParseResult result) {
        boolean explained = problem instanceof FailedException || problem instanceof ShmException;
        fail(oneLine(explained ? problem.getMessage() : problem.toString()));
        if (!explained) {
            // Nothing that a user did: whoever mends it wants to know where it was.
            problem.printStackTrace();
        }
        return CommandLine.ExitCode.SOFTWARE;
    }

    private static void fail(String text) {
        System.err.println("reactor-shm: " + text);
    }

    private static String oneLine(@Nullable String text) {
        return String.join(" ", List.of(String.valueOf(text).strip().split("\\s*\\R\\s*")));
    }

    /** The version that stands in the jar. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = ReactorShm.class.getPackage().getImplementationVersion();
            return new String[]{"reactor-shm " + (version == null ? "(not from its jar)" : version)};
        }
    }
}
