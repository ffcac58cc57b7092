package io.github.reactorshm.examples;

import io.github.reactorshm.examples.objects.ObjectCost;
import io.github.reactorshm.examples.program.Program;
import io.github.reactorshm.examples.sensor.Sensor;
import io.github.reactorshm.examples.video.Video;
import io.github.reactorshm.examples.workers.WorkerPool;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** All examples under one name. */
@Command(name = "examples", subcommands = {Video.class, Sensor.class, ObjectCost.class,
        WorkerPool.class}, description = "Programs that show the library on real work.")
public final class Examples implements Runnable {

    @Spec
    private CommandSpec command;

    private Examples() {}

    /** Runs a command and exits with its status. */
    public static void main(String[] args) {
        System.exit(Program.run(new Examples(), args));
    }

    @Override
    public void run() {
        throw new ParameterException(command.commandLine(),
                "name one of " + String.join(", ", command.subcommands().keySet()));
    }
}
