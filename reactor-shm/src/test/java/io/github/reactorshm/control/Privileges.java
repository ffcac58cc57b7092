package io.github.reactorshm.control;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/** What a test may need and not every user has. */
final class Privileges {

    private Privileges() {}

    static boolean isRoot() throws IOException {
        return Integer.valueOf(0).equals(Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    }

    /** Mounts a tmpfs; returns false where this process may not. */
    static boolean mountTmpfs(Path directory, String size) throws IOException, InterruptedException {
        return isRoot()
                && run("mount", "-t", "tmpfs", "-o", "size=" + size + ",mode=0700", "tmpfs", directory.toString());
    }

    static void unmount(Path directory) throws IOException, InterruptedException {
        if (!run("umount", directory.toString())) {
            throw new IOException("cannot unmount " + directory);
        }
    }

    private static boolean run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        return process.waitFor(30, TimeUnit.SECONDS) && process.exitValue() == 0;
    }
}
