package io.github.reactorshm.testkit;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** What is logged while it is open; the tests' logger writes to {@code System.err}. It still goes there too. */
public final class CapturedLog implements AutoCloseable {

    private final PrintStream before = System.err;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    public CapturedLog() {
        System.setErr(new PrintStream(new OutputStream() {
            @Override
            public void write(int b) {
                bytes.write(b);
                before.write(b);
            }

            @Override
            public void write(byte[] b, int off, int len) {
                bytes.write(b, off, len);
                before.write(b, off, len);
            }
        }, true, StandardCharsets.UTF_8));
    }

    /** Lines that contain all of these texts. */
    public List<String> lines(String... texts) {
        return bytes.toString(StandardCharsets.UTF_8).lines()
                .filter(line -> List.of(texts).stream().allMatch(line::contains)).toList();
    }

    @Override
    public void close() {
        System.setErr(before);
    }
}
