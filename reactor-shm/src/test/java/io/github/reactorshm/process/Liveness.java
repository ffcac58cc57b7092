package io.github.reactorshm.process;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;

/**
 * Bounds for what must happen soon. The library promises a second or less in most cases; on a machine whose processors are
 * taken by others a test that insisted on it would fail for no fault of the library's. So the bound only tells late from
 * never, and the time that it really took is printed.
 */
final class Liveness {

    static final Duration BOUND = Duration.ofSeconds(10);

    /**
     * For what the library promises within a second or two of the kernel's word. What comes on top is the kernel's: it takes a killed
     * process down before it closes its sockets, and the survivor waits for a processor; with both cores taken by others, that was seen to be a
     * second.
     */
    static final Duration SOON = Duration.ofSeconds(5);

    private Liveness() {}

    /** Waits until a gauge, or the like, is as it should be; returns how long that took. */
    static Duration until(String what, Callable<Boolean> reached) {
        return until(what, BOUND, reached);
    }

    /** The same, with a bound of its own. */
    static Duration until(String what, Duration bound, Callable<Boolean> reached) {
        long start = System.nanoTime();
        Awaitility.await(what).pollDelay(Duration.ZERO).pollInterval(2, TimeUnit.MILLISECONDS).atMost(bound)
                .until(reached);
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** Lets time pass in which nothing is to happen. */
    static void pass(Duration time) {
        Awaitility.await().pollDelay(time).atMost(time.plus(BOUND)).until(() -> true);
    }

    static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    static Duration longer(Duration a, Duration b) {
        return a.compareTo(b) >= 0 ? a : b;
    }

    static void print(String test, String figures) {
        System.out.println(test + ": " + figures);
    }
}
