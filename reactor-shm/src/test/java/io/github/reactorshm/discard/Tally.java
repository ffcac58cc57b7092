package io.github.reactorshm.discard;

import java.time.Duration;

/** What is told, in the end, of all races upon one kind of source. */
final class Tally {

    private int races;
    private int losing;
    private Duration slowest = Duration.ZERO;

    void add(Race race) {
        races++;
        losing += race.lost() > 0 ? 1 : 0;
        slowest = slowest.compareTo(race.settledAfter()) > 0 ? slowest : race.settledAfter();
    }

    /** How long it took at the most until every slot of a race was back. */
    Duration slowest() {
        return slowest;
    }

    @Override
    public String toString() {
        return races + " races, " + losing + " of them lost frames, every slot was back " + slowest.toMillis()
                + " ms after the end at the latest";
    }
}
