package io.github.reactorshm.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Threads that do things at the same moment, or nearly so. */
public final class Crew implements AutoCloseable {

    private static final long PATIENCE_SECONDS = 60;
    /** How much later one may begin than another: about what a signal takes from one thread to the next. */
    private static final int JITTER_NANOS = 100_000;

    private final ExecutorService threads = Executors
            .newCachedThreadPool(Thread.ofPlatform().daemon().name("crew-", 1).factory());

    /** Runs each action on a thread of its own, and waits for all; fails as the first does that fails. */
    public void together(Runnable... actions) {
        CyclicBarrier start = new CyclicBarrier(actions.length);
        List<Future<?>> running = new ArrayList<>();
        for (Runnable action : actions) {
            running.add(threads.submit(() -> {
                meet(start);
                action.run();
            }));
        }
        running.forEach(Crew::await);
    }

    private static void meet(CyclicBarrier start) {
        try {
            start.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IllegalStateException("the others did not come", e);
        }
        long until = System.nanoTime() + ThreadLocalRandom.current().nextInt(JITTER_NANOS);
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    private static void await(Future<?> running) {
        try {
            running.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            throw new AssertionError("one of several threads failed: " + e.getCause(), e.getCause());
        } catch (TimeoutException e) {
            throw new AssertionError("one of several threads is not done within " + PATIENCE_SECONDS + " s", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
