package io.github.reactorshm.benchmarks.smallframes;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Ends a run in order when this JVM is told to end, by Ctrl-C say: the consumer goes first, so that the run fails and removes
 * what it made, and the JVM waits for that.
 */
final class EarlyEnd implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final CountDownLatch over = new CountDownLatch(1);
    private volatile @Nullable ConsumerProcess consumer;
    private volatile boolean begun;

    private EarlyEnd() {}

    static EarlyEnd prepare() {
        EarlyEnd early = new EarlyEnd();
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("early-end").unstarted(early::end));
        return early;
    }

    /** Who goes first. */
    void consumer(ConsumerProcess started) {
        consumer = started;
        if (begun) {
            started.close();
        }
    }

    /** Whether the JVM is ending: then a failure of the run says nothing. */
    boolean begun() {
        return begun;
    }

    /** The run is over, and what it made is removed. */
    @Override
    public void close() {
        over.countDown();
    }

    private void end() {
        if (over.getCount() == 0) {
            return;
        }
        begun = true;
        ConsumerProcess first = consumer;
        if (first != null) {
            first.close();
        }
        try {
            over.await(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
