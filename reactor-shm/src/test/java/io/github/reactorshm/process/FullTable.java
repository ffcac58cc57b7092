package io.github.reactorshm.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.ShmSource;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ChildConsole;
import io.github.reactorshm.testkit.Options;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import reactor.core.publisher.Flux;

/** A child whose table of open files can be filled; it opens sinks and sources meanwhile and says what came of it. */
final class FullTable {

    private static final Payloads NUMBERS = Payloads.varied(0, 200);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Deque<FileChannel> fillers = new ArrayDeque<>();
    private final Path base;
    private int opened;
    private Recorder<Long> steady = Recorder.asking(0);

    private FullTable(Path base) {
        this.base = base;
    }

    /** The base directory is the first argument. */
    public static void main(String[] args) throws IOException, URISyntaxException {
        loadAll(TestDirectory.class);
        loadAll(ShmSink.class);
        FullTable table = new FullTable(Path.of(args[0]));
        // Jars, too, are opened at their first use.
        table.stream(PATIENCE);
        ChildConsole console = new ChildConsole();
        console.verb("begin", options -> table.begin());
        console.verb("goOn", options -> table.goOn(options.whole("n", 0)));
        console.verb("finish", options -> table.finish());
        console.verb("fill", options -> table.fill(options.whole("free", 0)));
        console.verb("empty", options -> table.empty());
        console.verb("stream", options -> table.stream(Duration.ofMillis(options.number("connectTimeoutMillis"))));
        console.run();
    }

    /**
     * Classes in directories take a descriptor each to load; those in jars, as users have them, take none. A class that needs
     * something that is not there is none of those that are used here.
     */
    private static void loadAll(Class<?> member) throws IOException, URISyntaxException {
        Path root = Path.of(member.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (!Files.isDirectory(root)) {
            return;
        }
        try (Stream<Path> files = Files.walk(root)) {
            files.map(file -> root.relativize(file).toString()).filter(name -> name.endsWith(".class"))
                    .map(name -> name.substring(0, name.length() - 6).replace('/', '.'))
                    .filter(name -> !name.equals("module-info")).forEach(FullTable::load);
        }
    }

    private static void load(String name) {
        try {
            Class.forName(name, false, FullTable.class.getClassLoader());
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            System.err.println("not loaded: " + e);
        }
    }

    private String fill(int free) {
        try {
            while (true) {
                fillers.push(FileChannel.open(Path.of("/dev/null"), StandardOpenOption.READ));
            }
        } catch (IOException e) {
            close(Math.min(free, fillers.size()));
            return "filled with " + fillers.size() + ": " + e.getMessage();
        }
    }

    private String empty() {
        close(fillers.size());
        return "";
    }

    private void close(int count) {
        try {
            for (int i = 0; i < count; i++) {
                fillers.pop().close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Opens a channel that stays, with both ends here. */
    private String begin() {
        Channel channel = new Channel(base, "steady");
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        Flux.<Long, Long>generate(() -> 1L, (next, out) -> {
            out.next(next);
            return next + 1;
        }).subscribe(sink);
        steady = channel.record(NUMBERS, 1);
        steady.awaitItems(1);
        return "";
    }

    /** Has {@code n} more frames pass through it; says how many have passed in all, each in its turn. */
    private String goOn(int n) {
        int due = steady.size() + n;
        steady.request(n);
        List<Long> items = steady.awaitItems(due);
        steady.verify();
        for (int i = 0; i < items.size(); i++) {
            if (Payloads.number(items.get(i)) != i + 1) {
                throw new IllegalStateException("element " + Payloads.number(items.get(i)) + " as number " + (i + 1));
            }
        }
        return Integer.toString(items.size());
    }

    private String finish() {
        steady.cancel();
        return "";
    }

    /** Opens a sink and a source of it; says how many elements came, or which typed error. */
    private String stream(Duration connectTimeout) {
        Channel channel = new Channel(base, "camera-" + ++opened);
        try {
            ShmSink<Long> sink = channel.sink(NUMBERS).open();
            try {
                Flux.range(1, 20).map(Integer::longValue).subscribe(sink);
                Long count = Flux.from(ShmSource.channel(channel.name()).baseDirectory(base).codec(NUMBERS)
                        .connectTimeout(connectTimeout).build()).count().block(PATIENCE);
                sink.onTerminate().block(PATIENCE);
                return new Options().with("count", count).toString();
            } finally {
                sink.dispose();
            }
        } catch (ShmException e) {
            return new Options().with("error", e.getClass().getSimpleName()).with("text", e.toString()).toString();
        }
    }
}
