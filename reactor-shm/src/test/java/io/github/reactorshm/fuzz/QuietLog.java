package io.github.reactorshm.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Keeps the log lines of a while to itself, where each of thousands of breaches is rightly warned of. */
final class QuietLog implements AutoCloseable {

    private final PrintStream before = System.err;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    QuietLog() {
        System.setErr(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    }

    /** The library's lines and stack traces, but for lines that contain one of these texts. */
    String linesWithout(String... texts) {
        return bytes.toString(StandardCharsets.UTF_8).lines()
                .filter(line -> line.contains("io.github.reactorshm") && Stream.of(texts).noneMatch(line::contains))
                .collect(Collectors.joining("\n"));
    }

    /** How many lines contain a text. */
    long count(String text) {
        return bytes.toString(StandardCharsets.UTF_8).lines().filter(line -> line.contains(text)).count();
    }

    @Override
    public void close() {
        System.setErr(before);
    }
}
