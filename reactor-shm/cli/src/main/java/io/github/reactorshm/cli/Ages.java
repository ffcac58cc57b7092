package io.github.reactorshm.cli;

import java.util.concurrent.TimeUnit;

/** Ages of times on CLOCK_MONOTONIC, which all processes of a machine share. */
final class Ages {

    private Ages() {}

    static long millisSince(long nanos) {
        return Math.max(0, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - nanos));
    }
}
