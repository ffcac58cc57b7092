package io.github.reactorshm.benchmarks.support;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What a figure cannot be read without.
 *
 * @param cores processors that this JVM may use
 * @param cpu the processor's model
 * @param jdk virtual machine and version
 * @param kernel operating system, its version and architecture
 * @param loadAverageBefore processes that wanted to run in the minute before the measurement; negative if not known
 */
public record MachineFacts(int cores, String cpu, String jdk, String kernel, double loadAverageBefore) {

    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final String MODEL = "model name";

    /** Looks at this machine, now. */
    public static MachineFacts read() throws IOException {
        return new MachineFacts(Runtime.getRuntime().availableProcessors(), cpuModel(),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                Json.rounded(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
    }

    private static String cpuModel() throws IOException {
        if (!Files.isReadable(CPU_INFO)) {
            return "unknown";
        }
        try (Stream<String> lines = Files.lines(CPU_INFO)) {
            return lines.filter(line -> line.startsWith(MODEL)).findFirst()
                    .map(line -> line.substring(line.indexOf(':') + 1).strip()).orElse("unknown");
        }
    }
}
