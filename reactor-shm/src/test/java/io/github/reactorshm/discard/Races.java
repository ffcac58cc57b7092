package io.github.reactorshm.discard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;

import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.testkit.Crew;
import io.github.reactorshm.testkit.LogLines;
import io.github.reactorshm.testkit.TestDirectory;
import org.awaitility.Awaitility;
import reactor.core.publisher.Hooks;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.util.Logger;
import reactor.util.Loggers;

import static org.assertj.core.api.Assertions.assertThat;

/** Runs races, several before a look at the account, and checks that each slot came back, and how. */
final class Races implements AutoCloseable {

    private static final Logger LOG = Loggers.getLogger(Races.class);
    /**
     * A slot is back within 1 s, as the library promises: most of the time also on a machine that other tests keep busy, whose
     * scheduler may let a thread wait for longer than that now and then.
     */
    private static final Duration PROMISED = Duration.ofSeconds(1);
    /** For the slowest, to tell late on a busy machine from never. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration OFTEN = Duration.ofMillis(5);
    /** Without a collection most races settle sooner. */
    private static final long BEFORE_COLLECTION_NANOS = Duration.ofMillis(100).toNanos();
    private static final int AT_ONCE = 10;
    static final String LOST = "became unreachable without being closed";

    private final TestDirectory directory = TestDirectory.create();
    private final Scheduler scheduler = Schedulers.newParallel("discard", BusyWorkers.WORKERS);
    private final Crew crew = new Crew();
    private final Queue<Throwable> dropped = new ConcurrentLinkedQueue<>();
    private final Map<Kind, Tally> tallies = new EnumMap<>(Kind.class);

    Races() {
        Hooks.onErrorDropped(dropped::add);
    }

    /**
     * Some races of one cell of the table.
     *
     * @param races how many there were
     * @param losing in how many of them frames were lost
     * @param frames how many frames were lost in all
     */
    record Outcome(int races, int losing, long frames) {

        Loses loses() {
            if (losing == 0) {
                return Loses.NEVER;
            }
            return losing == races ? Loses.ALWAYS : Loses.SOMETIMES;
        }
    }

    Outcome run(Kind kind, Chain chain, Ending ending, int races) {
        int losing = 0;
        long frames = 0;
        for (int done = 0; done < races; done += AT_ONCE) {
            for (Race race : runSome(kind, chain, ending, Math.min(AT_ONCE, races - done))) {
                losing += race.lost() > 0 ? 1 : 0;
                frames += race.lost();
            }
        }
        List<Throwable> errors = new ArrayList<>();
        for (Throwable t = dropped.poll(); t != null; t = dropped.poll()) {
            errors.add(t);
        }
        assertThat(errors).as("errors that were dropped").allMatch(Races::isExpected);
        return new Outcome(races, losing, frames);
    }

    private List<Race> runSome(Kind kind, Chain chain, Ending ending, int count) {
        List<Race> races = new ArrayList<>();
        try (LogLines reports = LogLines.with(LOST)) {
            for (int i = 0; i < count; i++) {
                Race race = new Race(kind, chain, ending, directory, scheduler, crew);
                races.add(race);
                race.run(scheduler);
                // So that the time of the others counts for little.
                races.forEach(Race::isSettled);
            }
            await(races, Race::isSettled, kind == Kind.RAW);
            Tally tally = tallies.computeIfAbsent(kind, k -> new Tally());
            for (Race race : races) {
                tally.add(race);
                assertThat(race.kept()).as("kept slots, though no view was handed out: %s", race).isZero();
                assertThat(reports.lines()).as("each lost frame is reported once: %s", race)
                        .filteredOn(line -> line.contains("channel " + race.channel() + ":"))
                        .hasSize(Math.toIntExact(race.lost()));
            }
            return races;
        } finally {
            races.forEach(Race::close);
            // What a chain held that did not leave.
            await(races, Race::isUnmapped, kind == Kind.RAW);
        }
    }

    private static void await(List<Race> races, Predicate<Race> settled, boolean collect) {
        long start = System.nanoTime();
        Awaitility.await().atMost(PATIENCE).pollDelay(Duration.ZERO).pollInterval(OFTEN).untilAsserted(() -> {
            if (collect && System.nanoTime() - start > BEFORE_COLLECTION_NANOS) {
                System.gc();
            }
            // Each is looked at, so that each notes when it was settled.
            assertThat(races.stream().filter(settled.negate()).toList()).as("races whose slots are not all back")
                    .isEmpty();
        });
    }

    /** Fails if slots were late that no collection has to find, in more than 5 of 100 races. */
    void assertSlotsCameBackSoon() {
        assertThat(tallies).containsKeys(Kind.DECODED, Kind.PROCESS);
        tallies.forEach((kind, tally) -> {
            if (kind != Kind.RAW) {
                assertThat(tally.mostly()).as("%s: %s", kind, tally).isLessThan(PROMISED);
            }
        });
    }

    /** What the races themselves throw, and what schedulers say, after somebody has left. */
    private static boolean isExpected(Throwable t) {
        return t instanceof Scene.Thrown || t instanceof ShmException || t instanceof TimeoutException
                || t instanceof CancellationException || t instanceof RejectedExecutionException;
    }

    /** Tells how it went, and ends. */
    @Override
    public void close() {
        tallies.forEach((kind, tally) -> LOG.info(kind + ": " + tally));
        Hooks.resetOnErrorDropped();
        crew.close();
        scheduler.dispose();
        directory.close();
    }
}
