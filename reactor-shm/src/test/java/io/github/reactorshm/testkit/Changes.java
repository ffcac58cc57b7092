package io.github.reactorshm.testkit;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Lets a test wait, without polling, until what other threads have done makes a condition true. */
final class Changes {

    /** Nothing that a test waits for takes as long, even on a machine that does much else. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Object lock = new Object();

    /** Says that something changed. */
    void happened() {
        synchronized (lock) {
            lock.notifyAll();
        }
    }

    void await(BooleanSupplier condition, Supplier<String> description) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        synchronized (lock) {
            while (!condition.getAsBoolean()) {
                long left = deadline - System.nanoTime();
                if (left <= 0) {
                    throw new AssertionError("within " + PATIENCE.toSeconds() + " s there was not: "
                            + description.get());
                }
                try {
                    lock.wait(left / 1_000_000 + 1);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new AssertionError("interrupted while waiting for " + description.get(), e);
                }
            }
        }
    }
}
