package io.github.reactorshm.examples.program;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

import picocli.CommandLine.Option;

/** Ties a process to the one that started it: standard input ends when that one is gone, whatever way it went. */
public final class ParentOption {

    public static final String NAME = "--end-with-standard-input";

    @Option(names = NAME, hidden = true)
    private boolean tied;

    /** Ends this process, from then on, as soon as its standard input ends. */
    public void watch() {
        if (tied) {
            Thread.ofPlatform().daemon().name("parent-watch").start(ParentOption::endWithInput);
        }
    }

    private static void endWithInput() {
        try {
            System.in.transferTo(OutputStream.nullOutputStream());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            System.exit(1);
        }
    }
}
