package io.github.reactorshm.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * What a JVM uses.
 *
 * @param heap bytes of live objects: right after a collection
 * @param resident bytes of its memory that are in the machine's
 * @param descriptors open sockets and selectors; a JVM opens jars when it comes to need them
 * @param threads its threads
 */
public record Usage(long heap, long resident, long descriptors, long threads) {

    private static final Path SELF = Path.of("/proc/self");
    private static final long KIB = 1024;

    /**
     * Collects garbage and looks.
     *
     * @return what this JVM uses now
     */
    public static Usage ofThisJvm() {
        System.gc();
        return new Usage(ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(), residentBytes(),
                openDescriptors(), ManagementFactory.getThreadMXBean().getThreadCount());
    }

    private static long residentBytes() {
        try (Stream<String> lines = Files.lines(SELF.resolve("status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:")).map(line -> line.replaceAll("\\D", ""))
                    .mapToLong(Long::parseLong).findFirst().orElseThrow() * KIB;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long openDescriptors() {
        try (Stream<Path> links = Files.list(SELF.resolve("fd"))) {
            return links.map(Usage::target).filter(target -> target.matches("(socket|anon_inode):.*")).count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException e) {
            // It was closed meanwhile, as the descriptor of this very listing is.
            return "";
        }
    }

    Options toOptions() {
        return new Options().with("heap", heap).with("resident", resident).with("descriptors", descriptors)
                .with("threads", threads);
    }

    /**
     * Reads what a child answered to {@code usage}.
     *
     * @param options the answer
     * @return what the child used
     */
    public static Usage parse(Options options) {
        return new Usage(options.number("heap"), options.number("resident"), options.number("descriptors"),
                options.number("threads"));
    }
}
