package io.github.reactorshm.testkit;

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * Children that have started before they are needed, for tests that kill many. A JVM's start is most of what such a test
 * costs, so these compile with one compiler only.
 */
public final class ReadyChildren implements AutoCloseable {

    private static final List<String> QUICK = List.of("-XX:TieredStopAtLevel=1", "-Xshare:auto", "-Xmx256m");

    private final Class<?> role;
    private final BlockingQueue<ChildJvm> ready;
    private final Thread starter;
    private volatile boolean closed;

    /**
     * Begins to start children.
     *
     * @param role what they play
     * @param count how many are to be ready
     */
    public ReadyChildren(Class<?> role, int count) {
        this.role = role;
        ready = new ArrayBlockingQueue<>(count);
        starter = Thread.ofPlatform().daemon().name("starts " + role.getSimpleName()).start(this::fill);
    }

    private void fill() {
        while (!closed) {
            ChildJvm child = ChildJvm.start(QUICK, role);
            try {
                child.ask("ping", new Options()).join();
                ready.put(child);
            } catch (InterruptedException e) {
                child.close();
                return;
            }
        }
    }

    /**
     * Takes one that has started.
     *
     * @return a child, the caller's from now on
     */
    public ChildJvm take() {
        try {
            ChildJvm child = ready.poll(ChildJvm.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            if (child == null) {
                throw new AssertionError("no " + role.getSimpleName() + " started within " + ChildJvm.PATIENCE);
            }
            return child;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        closed = true;
        starter.interrupt();
        try {
            starter.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        ready.forEach(ChildJvm::close);
    }
}
