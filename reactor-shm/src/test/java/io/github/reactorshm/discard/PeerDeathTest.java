package io.github.reactorshm.discard;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Crew;
import io.github.reactorshm.testkit.LogLines;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.Resources;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;
import reactor.util.Logger;
import reactor.util.Loggers;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The table's operators upon every kind of source, each on a channel of its own, when the process that feeds them all
 * is killed in mid-stream. The account is this process's memory: it is unmapped when the last frame of a channel has
 * been given back.
 */
class PeerDeathTest {

    private static final Logger LOG = Loggers.getLogger(PeerDeathTest.class);
    private static final int SIZE = 100;
    private static final Payloads NUMBERS = Payloads.varied(0, SIZE);
    /** It takes well under 1 s; the rest is for a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration OFTEN = Duration.ofMillis(5);

    @RegisterExtension
    final Processes processes = new Processes();

    @AutoClose
    private final Crew crew = new Crew();

    @AutoClose("dispose")
    private final Scheduler scheduler = Schedulers.newParallel("discard", BusyWorkers.WORKERS);

    /** A chain that is to lose its producer. It refers to nothing that could hold a frame. */
    private record Doomed(Kind kind, Chain chain, Channel channel, Kind.Source source, Tap tap) {

        boolean isUnmapped() {
            return Resources.mappings(channel.directory()).isEmpty();
        }

        @Override
        public String toString() {
            return kind + " " + chain + ": attached " + tap.attached() + ", asked " + tap.asked() + ", taken "
                    + tap.taken() + ", reclaimed " + source.reclaimed().getAsLong() + ", kept "
                    + source.kept().getAsLong();
        }
    }

    @Test
    void everyOperatorLetsGoOfItsFramesWhenTheProducerIsKilled() {
        rounds(1);
    }

    @Tag("storm")
    @Test
    void everyOperatorLetsGoOfItsFramesWhenTheProducerIsKilledStorm() {
        rounds(100);
    }

    private void rounds(int count) {
        Duration slowest = Duration.ZERO;
        for (int round = 1; round <= count; round++) {
            Duration took = round();
            slowest = slowest.compareTo(took) > 0 ? slowest : took;
        }
        LOG.info(count + " kills of " + Kind.values().length * Chains.ALL.size()
                + " streams each; those of decoded sources and process were unmapped " + slowest.toMillis()
                + " ms after it at the latest");
    }

    private Duration round() {
        try (ChildJvm producer = processes.sink(); LogLines reports = LogLines.with(Races.LOST)) {
            List<Doomed> all = open(producer);
            long killed = streamUntilKilled(producer, all);
            await(all, doomed -> doomed.kind() == Kind.RAW || doomed.isUnmapped(), false);
            Duration took = Duration.ofNanos(System.nanoTime() - killed);
            await(all, Doomed::isUnmapped, true);
            all.forEach(doomed -> check(doomed, reports));
            processes.clean();
            return took;
        }
    }

    private List<Doomed> open(ChildJvm producer) {
        List<Doomed> all = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            for (Chain chain : Chains.ALL) {
                Channel channel = new Channel(processes.directory(), "c" + all.size());
                RemoteEnd.open(producer, channel.name(), processes.at(channel.name()) + "varied=true size=" + SIZE);
                Kind.Source source = kind.open(channel, NUMBERS, scheduler);
                all.add(new Doomed(kind, chain, channel, source, new Tap(source.flux())));
            }
        }
        return all;
    }

    /** Returns when it was killed. What this uses is local to it: nothing of it must keep a lost frame from being found. */
    private long streamUntilKilled(ChildJvm producer, List<Doomed> all) {
        List<Scene> scenes = new ArrayList<>();
        List<Receiver> receivers = new ArrayList<>();
        for (Doomed doomed : all) {
            Scene scene = new Scene(scheduler);
            Receiver receiver = Receiver.asking(Long.MAX_VALUE);
            doomed.chain().operators().apply(doomed.tap(), scene).doOnDiscard(ShmFrame.class, ShmFrame::close)
                    .cast(Object.class).subscribe(receiver);
            scenes.add(scene);
            receivers.add(receiver);
        }
        await(all, doomed -> doomed.tap().taken() > 0, false);
        long killed = System.nanoTime();
        crew.together(producer::kill, () -> scenes.forEach(Scene::pull));
        for (int i = 0; i < all.size(); i++) {
            if (all.get(i).chain().goesOn()) {
                receivers.get(i).cancel();
            } else {
                receivers.get(i).awaitEnd();
            }
        }
        return killed;
    }

    private static void await(List<Doomed> all, Predicate<Doomed> done, boolean collect) {
        Awaitility.await().atMost(PATIENCE).pollDelay(Duration.ZERO).pollInterval(OFTEN).untilAsserted(() -> {
            if (collect) {
                System.gc();
            }
            assertThat(all.stream().filter(done.negate()).toList()).as("streams that are not there yet").isEmpty();
        });
    }

    private static void check(Doomed doomed, LogLines reports) {
        long lost = doomed.source().reclaimed().getAsLong();
        Loses written = doomed.kind() == Kind.RAW ? doomed.chain().loses(Ending.DEATH) : Loses.NEVER;
        if (written == Loses.NEVER) {
            assertThat(lost).as("frames lost by %s", doomed).isZero();
        }
        assertThat(doomed.source().kept().getAsLong()).as("kept slots, though nobody has a view: %s", doomed).isZero();
        assertThat(reports.lines()).as("each lost frame is reported once: %s", doomed)
                .filteredOn(line -> line.contains("channel " + doomed.channel().name() + ":"))
                .hasSize(Math.toIntExact(lost));
    }
}
