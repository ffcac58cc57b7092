package io.github.reactorshm.testkit;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;

/**
 * Takes certain lines of the log out of this JVM's standard error, to which tests log, for as long as it is open. All other lines pass.
 */
public final class LogLines implements AutoCloseable {

    private final Predicate<String> wanted;
    private final PrintStream before = System.err;
    private final List<String> lines = new CopyOnWriteArrayList<>();

    private LogLines(Predicate<String> wanted) {
        this.wanted = wanted;
    }

    /** Begins to take lines that contain a text. */
    public static LogLines with(String text) {
        LogLines taken = new LogLines(line -> line.contains(text));
        System.setErr(new PrintStream(taken.new Lines(), true, StandardCharsets.UTF_8));
        return taken;
    }

    /** The lines that were taken. */
    public List<String> lines() {
        return List.copyOf(lines);
    }

    @Override
    public void close() {
        System.setErr(before);
    }

    /** Puts lines together; a PrintStream writes to it under its lock. */
    private final class Lines extends OutputStream {

        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        @Override
        public void write(int b) {
            line.write(b);
            if (b == '\n') {
                String text = line.toString(StandardCharsets.UTF_8).stripTrailing();
                line.reset();
                if (wanted.test(text)) {
                    lines.add(text);
                } else {
                    before.println(text);
                }
            }
        }
    }
}
