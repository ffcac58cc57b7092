package io.github.reactorshm.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

import org.awaitility.Awaitility;

/**
 * What of this JVM and of a base directory a channel may use: files, mappings, descriptors, threads.
 *
 * @param directory the base directory
 * @param files what is in it, but for its lock
 * @param mappings lines of {@code /proc/self/maps} that name it
 * @param descriptors open sockets, selectors, and files in it
 * @param threads names of the library's threads
 */
public record Resources(String directory, List<String> files, List<String> mappings, List<String> descriptors,
        List<String> threads) {

    /** The library's threads linger 1 s, mappings may wait for a tick of 250 ms; the rest is for a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final String THREAD_PREFIX = "reactor-shm";

    static {
        warmUp();
    }

    /**
     * A look at this JVM.
     *
     * @param directory the base directory
     * @return what there is now
     */
    public static Resources of(Path directory) {
        return of(directory.toString());
    }

    static Resources of(String directory) {
        return new Resources(directory, files(Path.of(directory)), mappings(directory), descriptors(directory),
                libraryThreads().map(Thread::getName).sorted().toList());
    }

    /** Waits until there is no more of anything than there is here. */
    public void awaitNoMoreThan() {
        Awaitility.await("nothing more than before").atMost(PATIENCE)
                .untilAsserted(() -> of(directory).assertNoMoreThan(this));
    }

    /**
     * Fails if there is more of anything here.
     *
     * @param before what there was
     */
    public void assertNoMoreThan(Resources before) {
        if (files.size() > before.files.size() || mappings.size() > before.mappings.size()
                || descriptors.size() > before.descriptors.size() || threads.size() > before.threads.size()) {
            throw new AssertionError("there is more than before\n before: " + before + "\n now:    " + this);
        }
    }

    Options toOptions() {
        return new Options().with("directory", directory).with("files", join(files)).with("mappings", join(mappings))
                .with("descriptors", join(descriptors)).with("threads", join(threads));
    }

    /**
     * Reads what a child answered to {@code resources}.
     *
     * @param options the answer
     * @return what there was in the child
     */
    public static Resources parse(Options options) {
        return new Resources(options.text("directory"), split(options.text("files")), split(options.text("mappings")),
                split(options.text("descriptors")), split(options.text("threads")));
    }

    private static String join(List<String> lines) {
        return String.join("\n", lines);
    }

    private static List<String> split(String text) {
        return text.lines().toList();
    }

    static Stream<Thread> libraryThreads() {
        return Thread.getAllStackTraces().keySet().stream().filter(t -> t.getName().startsWith(THREAD_PREFIX));
    }

    private static List<String> files(Path directory) {
        try (Stream<Path> found = Files.walk(directory)) {
            return found.map(path -> directory.relativize(path).toString())
                    .filter(path -> !path.isEmpty() && !path.equals(".lock")).sorted().toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException | UncheckedIOException e) {
            // A file that goes away while the tree is walked; the caller looks again.
            return List.of("(the directory changes: " + e + ")");
        }
    }

    /**
     * Mappings of this JVM.
     *
     * @param directory a directory
     * @return lines of {@code /proc/self/maps} that name it, also of files in it that are removed
     */
    public static List<String> mappings(Path directory) {
        return mappings(directory.toString());
    }

    private static List<String> mappings(String directory) {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/maps"))) {
            return lines.filter(line -> line.contains(directory + "/")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Jars, which a JVM opens when it comes to need them, and the pipes of child processes are left out. */
    private static List<String> descriptors(String directory) {
        try (Stream<Path> links = Files.list(Path.of("/proc/self/fd"))) {
            return links.map(Resources::target).filter(target -> target.startsWith(directory + "/")
                    || target.matches("(socket|anon_inode):.*")).sorted().toList();
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

    /** The JDK opens a few sockets of its own when the first of their kind is used, and keeps them. */
    private static void warmUp() {
        try {
            Path directory = Files.createTempDirectory("warm");
            Path file = directory.resolve("s");
            try (Selector selector = Selector.open();
                    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                server.bind(UnixDomainSocketAddress.of(file));
                try (SocketChannel socket = SocketChannel.open(UnixDomainSocketAddress.of(file));
                        SocketChannel accepted = server.accept()) {
                    socket.configureBlocking(false);
                    accepted.configureBlocking(false);
                }
                selector.selectNow();
            } finally {
                Files.deleteIfExists(file);
                Files.delete(directory);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
