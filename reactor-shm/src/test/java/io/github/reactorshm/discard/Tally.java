package io.github.reactorshm.discard;

import java.time.Duration;

import io.github.reactorshm.testkit.Latencies;
import org.HdrHistogram.Histogram;

/** What is told, in the end, of all races upon one kind of source. */
final class Tally {

    private final Histogram settled = new Histogram(3);
    private int losing;

    void add(Race race) {
        losing += race.lost() > 0 ? 1 : 0;
        settled.recordValue(race.settledAfter().toNanos());
    }

    /** After how long every slot was back in 95 of 100 races. */
    Duration mostly() {
        return Duration.ofNanos(settled.getValueAtPercentile(95));
    }

    @Override
    public String toString() {
        return losing + " races lost frames; from a race's end until every slot was back: "
                + Latencies.describe(settled);
    }
}
