package io.github.reactorshm.process;

import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.error.ShmCancelledException;
import io.github.reactorshm.error.ShmPeerLostException;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Journal;
import io.github.reactorshm.testkit.Options;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.Signals;
import io.github.reactorshm.testkit.SinkProbe;
import io.github.reactorshm.testkit.SourceProbe;
import io.github.reactorshm.testkit.SourceRole;

import static org.assertj.core.api.Assertions.assertThat;

/** Kills consumers of a sink of this process; every second one has company, another subscription of this process, in any mode. */
final class ConsumerKills {

    static final List<Stage> STAGES = List.of(Stage.ATTACHING, Stage.PUBLISHED, Stage.DELIVERED, Stage.HELD,
            Stage.CLOSING, Stage.CANCELLING, Stage.RUNNING);
    private static final List<String> MODES = List.of("lossless", "latest", "group");

    private final Kills kills;
    private final Stage stage;
    private final int round;
    private final boolean company;
    private final boolean atOnce;
    private final String mode;

    ConsumerKills(Kills kills, Stage stage, int round) {
        this.kills = kills;
        this.stage = stage;
        this.round = round;
        mode = MODES.get(round % 3);
        company = round % 2 == 1;
        atOnce = round / 2 % 2 == 1;
    }

    void run() {
        if (stage == Stage.ATTACHING) {
            killWhileAttaching();
        } else {
            killAttached();
        }
        kills.consumerDied(stage);
    }

    /** The producer is another process, which is stopped meanwhile. */
    private void killWhileAttaching() {
        ChildJvm producer = kills.sink();
        RemoteEnd sink = RemoteEnd.open(producer, "k", kills.at() + "size=20000 slots=8 varied=true");
        kills.assertNothingElse();
        ChildJvm victim = kills.source();
        victim.call("ping", new Options());
        long sockets = Sockets.of(victim.pid());
        producer.stop();
        RemoteEnd.subscribe(victim, "victim", kills.at() + "mode=" + mode);
        Liveness.until("its connection", () -> Sockets.of(victim.pid()) > sockets);
        Kills.kill(victim);
        producer.resume();
        SourceProbe next = subscribe("mode=lossless");
        next.received(100).join();
        assertThat(sink.signals().terminals()).as("whoever never was attached ends nothing").isZero();
        assertThat(sink.state().number("subscriptions")).isOne();
        sink.call("complete");
        assertThat(Kills.await(next.end(), "the next subscription").problem()).isEmpty();
        assertThat(sink.awaitEnd().completions()).isOne();
        victim.awaitExit();
        producer.close();
    }

    private void killAttached() {
        boolean group = mode.equals("group");
        // Journals have room for what comes at this pace.
        SinkProbe probe = kills.open("slots=8 size=20000 varied=true heldLimit=6 salt=" + round % 1_000
                + (company ? " awaitSubscribers=2" : "") + (group ? " gapMillis=1" : ""));
        ShmSink<Long> sink = probe.sink();
        SourceProbe other = company ? companion(group) : null;
        RemoteEnd victim = RemoteEnd.subscribe(kills.source(), "victim",
                kills.at() + "mode=" + mode + " group=workers journal=" + kills.journal("victim") + " " + demand());
        bringTo(victim, probe);
        long killed = Kills.kill(victim.child());
        if (other != null) {
            other.request(Long.MAX_VALUE);
        }
        if (other == null) {
            Signals sent = Kills.await(probe.end(), this + ": the sink");
            kills.told(killed, probe.endNanos());
            checkSink(sent);
        } else {
            goOn(probe, other, killed);
        }
        if (stage != Stage.CANCELLING || company) {
            // With a cancel of the last one the sink has ended, and its pool with it, whatever is still kept of it.
            Accounts.awaitAllBack(sink);
        }
        assertThat(probe.signals().terminals()).as("%s: terminal signals of the sink", this).isOne();
        victim.child().awaitExit();
        if (!group) {
            checkOrder(Journal.of(kills.journal("victim")).entries());
        } else if (other != null) {
            GroupAccount account = new GroupAccount(sink.published());
            account.add(Journal.of(kills.journal("victim")).entries());
            account.add(Journal.of(kills.journal("other")).entries());
            account.verify(1);
        }
    }

    /** What the victim was given until it died. */
    private void checkOrder(List<Journal.Entry> journal) {
        List<Long> given = journal.stream().filter(entry -> entry.what() == Journal.What.RECEIVED)
                .map(Journal.Entry::sequence).toList();
        assertThat(journal).as("%s", this).noneMatch(entry -> entry.what() == Journal.What.RECEIVED_AGAIN);
        for (int i = 1; i < given.size(); i++) {
            long step = given.get(i) - given.get(i - 1);
            assertThat(step).as("%s: from frame %s to the next", this, given.get(i - 1)).isPositive();
            assertThat(step == 1 || mode.equals("latest")).as("%s: frames %s", this, given).isTrue();
        }
    }

    private SourceProbe companion(boolean group) {
        return group
                // Of two that ask, the one that keeps nothing would be given nearly all.
                ? subscribe("mode=group group=workers journal=" + kills.journal("other")
                        + (stage == Stage.RUNNING ? "" : " demand=0"))
                : subscribe("mode=" + MODES.get(round / 3 % 2));
    }

    private SourceProbe subscribe(String options) {
        Options all = Options.parse(kills.at() + options);
        SourceProbe probe = new SourceProbe(all);
        SourceRole.flux(all).subscribe(probe);
        return probe;
    }

    private String demand() {
        return switch (stage) {
            case PUBLISHED -> "demand=6 hold=8 blockAt=1";
            case DELIVERED -> "demand=1 hold=8 blockAt=1";
            case CANCELLING -> "demand=6 hold=8 blockAt=3";
            case HELD, CLOSING -> "demand=5 hold=8";
            default -> "demand=max hold=" + round % 4;
        };
    }

    private void bringTo(RemoteEnd victim, SinkProbe probe) {
        ShmSink<Long> sink = probe.sink();
        switch (stage) {
            case PUBLISHED -> {
                victim.await("received", 1);
                Liveness.until("6 frames held", () -> sink.heldSlots() >= 6);
            }
            case DELIVERED -> victim.await("received", 1);
            case HELD -> victim.await("received", 5);
            case CLOSING -> {
                victim.await("received", 5);
                probe.complete();
                if (!atOnce) {
                    if (mode.equals("latest")) {
                        // The newest frame is ahead of the end, and maybe one more that was under way.
                        victim.request(Long.MAX_VALUE);
                    }
                    victim.child().await(victim.child().ask("end", new Options().with("id", "victim")), Liveness.BOUND,
                            "the end");
                }
            }
            case CANCELLING -> {
                victim.await("received", 3);
                victim.child().tell("cancel", new Options().with("id", "victim"));
                victim.child().tell("unblock", new Options().with("id", "victim"));
                if (!atOnce) {
                    Liveness.until("its cancel", () -> sink.subscriptions() == (company ? 1 : 0));
                }
            }
            default -> {
                victim.await("received", 1);
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(TimeUnit.MILLISECONDS.toNanos(30)));
            }
        }
    }

    private void checkSink(Signals sent) {
        assertThat(sent.problem()).as("%s", this).isEmpty();
        assertThat(sent.terminals()).as("%s: %s", this, sent).isOne();
        if (stage == Stage.CANCELLING) {
            assertThat(sent.errorClass()).as("%s: %s", this, sent).isIn(ShmCancelledException.class.getName(),
                    ShmPeerLostException.class.getName());
        } else if (stage == Stage.CLOSING && company && atOnce && sent.completions() == 1) {
            // The death came before the end was told, and the company was given what was left.
            assertThat(sent.errors()).isZero();
        } else {
            assertThat(sent.failedWith(ShmPeerLostException.class)).as("%s: %s", this, sent).isTrue();
        }
    }

    private void goOn(SinkProbe probe, SourceProbe other, long killed) {
        ShmSink<Long> sink = probe.sink();
        if (stage != Stage.CLOSING) {
            Liveness.until(this + ": the victim's end", () -> sink.subscriptions() == 1);
            kills.backSince(killed);
            other.received(other.received() + 50).orTimeout(Liveness.BOUND.toMillis(), TimeUnit.MILLISECONDS).join();
            assertThat(probe.signals().terminals()).as("%s: others are there", this).isZero();
            probe.complete();
        }
        Signals seen = Kills.await(other.end(), this + ": the other subscription");
        assertThat(seen.problem()).as("%s", this).isEmpty();
        assertThat(seen.completions()).as("%s: %s", this, seen).isOne();
        Signals sent = Kills.await(probe.end(), this + ": the sink");
        if (stage == Stage.CLOSING) {
            kills.told(killed, probe.endNanos());
            checkSink(sent);
        } else {
            assertThat(sent.completions()).as("%s: %s", this, sent).isOne();
        }
    }

    @Override
    public String toString() {
        return "round " + round + ", a consumer in mode " + mode + (company ? " with company" : " alone")
                + " killed while " + stage + (atOnce ? ", at once" : "");
    }
}
