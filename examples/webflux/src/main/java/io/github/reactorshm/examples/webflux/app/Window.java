package io.github.reactorshm.examples.webflux.app;

import java.util.ArrayDeque;
import java.util.Deque;

/** The samples of the last second. Not for several threads. */
final class Window {

    private static final double NANOS_PER_SECOND = 1e9;

    private final Deque<Sample> samples = new ArrayDeque<>();

    private record Sample(long nanos, double value) {}

    void add(long nanos, double value) {
        samples.addLast(new Sample(nanos, value));
        while (nanos - samples.getFirst().nanos > NANOS_PER_SECOND) {
            samples.removeFirst();
        }
    }

    void add(long nanos, long count) {
        add(nanos, (double) count);
    }

    double most() {
        return samples.stream().mapToDouble(Sample::value).max().orElse(0);
    }

    /** How fast a counter has grown, per second. */
    double rate() {
        if (samples.size() < 2) {
            return 0;
        }
        Sample first = samples.getFirst();
        Sample last = samples.getLast();
        return (last.value - first.value) * NANOS_PER_SECOND / (last.nanos - first.nanos);
    }
}
