package io.github.reactorshm.benchmarks;

import io.github.reactorshm.benchmarks.rings.RingsCommand;
import io.github.reactorshm.benchmarks.smallframes.ConsumerCommand;
import io.github.reactorshm.benchmarks.smallframes.SmallFramesCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The program. Results go to standard output, everything else to standard error. */
@Command(name = "benchmarks", description = "Measures reactor-shm on this machine.", subcommands = {RingsCommand.class,
        SmallFramesCommand.class, ConsumerCommand.class})
public final class Benchmarks {

    // The parser itself acts on it.
    @SuppressWarnings("UnusedVariable")
    @Option(names = {"-h",
            "--help"}, usageHelp = true, scope = ScopeType.INHERIT, description = "Print this help and exit.")
    private boolean help;

    private Benchmarks() {}

    /** Runs a command line; exits with 0 for success, 1 for a failure, 2 for wrong usage. */
    public static void main(String[] args) {
        System.exit(Program.run(new Benchmarks(), args));
    }
}
