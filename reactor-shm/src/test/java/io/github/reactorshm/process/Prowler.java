package io.github.reactorshm.process;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import io.github.reactorshm.testkit.ChildConsole;
import io.github.reactorshm.testkit.Options;

/** Another user's process that tries, without a pause, to reach what lies in a base directory. */
final class Prowler {

    private static final List<String> NAMES = List.of(".lock", "camera/pool", "camera/lock", "camera/sub-1",
            "camera/sub-2", "camera/socket", "camera/stats");

    private final AtomicLong rounds = new AtomicLong();
    private final List<String> reached = new ArrayList<>();

    private Prowler() {}

    /** The directory is the first argument. */
    public static void main(String[] args) {
        Prowler prowler = new Prowler();
        ChildConsole console = new ChildConsole();
        console.verb("reached", options -> new Options().with("rounds", prowler.rounds.get())
                .with("reached", prowler.reached()).toString());
        Thread.ofPlatform().daemon().start(() -> prowler.prowl(Path.of(args[0])));
        console.run();
    }

    private synchronized String reached() {
        return String.join("\n", reached);
    }

    private void prowl(Path base) {
        while (true) {
            attempt(base, "list", () -> {
                try (Stream<Path> entries = Files.list(base)) {
                    entries.forEach(entry -> {});
                }
            });
            for (String name : NAMES) {
                Path file = base.resolve(name);
                attempt(file, "read", () -> FileChannel.open(file, StandardOpenOption.READ).close());
                attempt(file, "write", () -> FileChannel.open(file, StandardOpenOption.WRITE).close());
            }
            Path socket = base.resolve("camera/socket");
            attempt(socket, "connect", () -> SocketChannel.open(UnixDomainSocketAddress.of(socket)).close());
            rounds.incrementAndGet();
        }
    }

    private interface Attempt {
        void make() throws IOException;
    }

    private void attempt(Path file, String what, Attempt attempt) {
        try {
            attempt.make();
        } catch (IOException e) {
            // As it should be: it is not there, or closed to this user.
            return;
        }
        synchronized (this) {
            if (reached.size() < 100) {
                reached.add(what + " " + file);
            }
        }
    }
}
