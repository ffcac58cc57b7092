package io.github.reactorshm.benchmarks.support;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How to start a program in another process. */
public final class JvmCommand {

    /** They name a file or a port, which two processes cannot both have. */
    private static final List<String> NOT_PASSED_ON = List.of("-XX:StartFlightRecording", "-XX:FlightRecorderOptions",
            "-agentlib:", "-agentpath:", "-javaagent:", "-Dcom.sun.management.jmxremote");

    private JvmCommand() {}

    /**
     * A command line for the same Java, with the same arguments for the JVM and the same class path.
     *
     * @param mainClass the program
     * @param jvmArguments more arguments for the JVM
     * @param arguments the program's arguments
     */
    public static List<String> of(Class<?> mainClass, List<String> jvmArguments, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .filter(argument -> NOT_PASSED_ON.stream().noneMatch(argument::startsWith)).forEach(command::add);
        command.addAll(jvmArguments);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass.getName()));
        command.addAll(arguments);
        return command;
    }
}
