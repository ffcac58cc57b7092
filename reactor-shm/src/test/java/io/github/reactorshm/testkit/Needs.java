package io.github.reactorshm.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Assumptions;

/** What a test needs of its machine. Where it is not there, the test is skipped with one line that names it. */
public final class Needs {

    private static final Path SHARED_MEMORY = Path.of("/dev/shm");

    private Needs() {}

    /** To be root. */
    public static void root() {
        Assumptions.assumeTrue(isRoot(), "needs root");
    }

    /** To be root and be allowed to mount file systems. */
    public static void mounts() {
        root();
        Assumptions.assumeTrue(succeeds(List.of("unshare", "-m", "true")), "needs the right to mount file systems");
    }

    /** To be root and be allowed to make process and mount namespaces. */
    public static void namespaces() {
        root();
        Assumptions.assumeTrue(succeeds(List.of("unshare", "-p", "-m", "-f", "true")),
                "needs process and mount namespaces (unshare -p -m)");
    }

    /** To be root and be allowed to run programs as other users. */
    public static void otherUsers() {
        root();
        Assumptions.assumeTrue(succeeds(OtherUser.prefix(OtherUser.FIRST, "true")),
                "needs the right to become another user (setpriv --reuid)");
    }

    /**
     * Free space in {@code /dev/shm}, and as much memory behind it.
     *
     * @param bytes how much
     */
    public static void sharedMemory(long bytes) {
        Assumptions.assumeTrue(Files.isDirectory(SHARED_MEMORY), "needs /dev/shm");
        try {
            long free = Math.min(Files.getFileStore(SHARED_MEMORY).getUsableSpace(), freeMemory());
            Assumptions.assumeTrue(free >= bytes,
                    "needs " + bytes + " bytes of free memory in /dev/shm, there are " + free);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long freeMemory() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/meminfo"))) {
            if (line.startsWith("MemAvailable:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
            }
        }
        return Long.MAX_VALUE;
    }

    private static boolean isRoot() {
        try {
            return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean succeeds(List<String> command) {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start().waitFor() == 0;
        } catch (IOException e) {
            // The program is not there.
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
