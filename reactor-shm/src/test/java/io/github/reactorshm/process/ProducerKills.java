package io.github.reactorshm.process;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import io.github.reactorshm.error.ShmPeerLostException;
import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Options;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.Signals;
import io.github.reactorshm.testkit.SinkProbe;
import io.github.reactorshm.testkit.SourceProbe;
import io.github.reactorshm.testkit.SourceRole;

import static org.assertj.core.api.Assertions.assertThat;

/** Kills producers to which three subscriptions of this process are attached, one in each mode. */
final class ProducerKills {

    static final List<Stage> STAGES = List.of(Stage.OPENING, Stage.ATTACHING, Stage.ENCODING, Stage.PUBLISHED,
            Stage.DELIVERED, Stage.HELD, Stage.CLOSING, Stage.CANCELLING, Stage.RUNNING);
    private static final long COMPLETED = 50;
    /** The pages of its pool are written for long enough to be seen while they are. */
    private static final String LARGE = "slots=32 size=4000000";

    private final Kills kills;
    private final Stage stage;
    private final int round;
    private final boolean atOnce;
    private final List<SourceProbe> sources = new ArrayList<>();

    ProducerKills(Kills kills, Stage stage, int round) {
        this.kills = kills;
        this.stage = stage;
        this.round = round;
        atOnce = round % 2 == 1;
    }

    void run() {
        ChildJvm victim = kills.sink();
        switch (stage) {
            case OPENING -> killWhileOpening(victim);
            case ATTACHING -> killWhileAttaching(victim);
            default -> killAttached(victim);
        }
        victim.awaitExit();
        kills.producerDied(stage);
    }

    private void killWhileOpening(ChildJvm victim) {
        subscribeAll("demand=max");
        victim.tell("open", Options.parse(kills.at() + LARGE).with("id", "k"));
        Liveness.until("a half-made channel", () -> Kills.names(kills.directory()).stream()
                .anyMatch(name -> name.startsWith(".new-")));
        Kills.kill(victim);
        victim.awaitExit();
        assertThat(Kills.names(kills.directory())).as("%s: it was not open yet", this)
                .anyMatch(name -> name.startsWith(".new-")).doesNotContain(Kills.CHANNEL);
        completeWithTheNext();
    }

    private void killWhileAttaching(ChildJvm victim) {
        RemoteEnd.open(victim, "k", kills.at() + "size=20000");
        kills.assertNothingElse();
        victim.stop();
        long before = connections();
        subscribeAll("demand=max");
        Liveness.until("connections", () -> connections() >= before + sources.size());
        Kills.kill(victim);
        completeWithTheNext();
    }

    private static long connections() {
        return Sockets.of(ProcessHandle.current().pid());
    }

    /** Whoever was not attached is told of nothing, and served by the next owner of the name. */
    private void completeWithTheNext() {
        // One more than are there already: the stream must not be over before the sink's files were looked at.
        SinkProbe next = kills.open(
                "size=20000 varied=true frames=" + COMPLETED + " awaitSubscribers=" + (sources.size() + 1));
        subscribe("mode=latest demand=max");
        for (SourceProbe source : sources) {
            Signals seen = Kills.await(source.end(), this + ": a subscription");
            assertThat(seen.problem()).as("%s", this).isEmpty();
            assertThat(seen.completions()).as("%s: %s", this, seen).isOne();
        }
        assertThat(sources.getFirst().received()).isEqualTo(COMPLETED);
        assertThat(Kills.await(next.end(), this + ": the next sink").completions()).isOne();
    }

    private void killAttached(ChildJvm victim) {
        RemoteEnd sink = RemoteEnd.open(victim, "k",
                kills.at() + "slots=8 size=20000 varied=true heldLimit=6 awaitSubscribers=3 salt=" + round % 1_000
                        + (stage == Stage.ENCODING ? " stopAt=5" : ""));
        kills.assertNothingElse();
        subscribeAll(demand());
        SourceProbe lossless = sources.getFirst();
        bringTo(sink, lossless);
        long killed = Kills.kill(victim);
        sources.forEach(SourceProbe::unblock);
        victim.awaitExit();
        if (stage != Stage.CANCELLING) {
            sources.forEach(source -> check(source, killed));
        }
        if (stage == Stage.PUBLISHED) {
            assertThat(lossless.received()).as("%s: what was published is emitted", this).isEqualTo(6);
        } else if (stage == Stage.ENCODING) {
            assertThat(lossless.received()).as("%s: what was not finished is not", this).isEqualTo(4);
        }
        for (SourceProbe source : sources) {
            // What is kept is whole, although its owner is gone.
            source.release();
            assertThat(source.signals().problem()).as("%s", this).isEmpty();
            assertThat(source.signals().terminals()).as("%s: terminal signals", this)
                    .isEqualTo(stage == Stage.CANCELLING ? 0 : 1);
        }
    }

    private void check(SourceProbe source, long killed) {
        Signals seen = Kills.await(source.end(), this + ": a subscription");
        kills.told(killed, source.endNanos());
        if (seen.completions() == 0 || stage != Stage.CLOSING) {
            assertThat(seen.failedWith(ShmPeerLostException.class)).as("%s: %s", this, seen).isTrue();
        }
    }

    private void subscribeAll(String options) {
        for (String mode : List.of("mode=lossless ", "mode=latest ", "mode=group ")) {
            // Only one may wait in its onNext: they share a thread.
            subscribe(mode + (sources.isEmpty() ? options : unblocked(options)));
        }
    }

    private void subscribe(String options) {
        Options all = Options.parse(kills.at() + options);
        SourceProbe source = new SourceProbe(all);
        sources.add(source);
        SourceRole.flux(all).subscribe(source);
    }

    private static String unblocked(String options) {
        return options.replaceAll("blockAt=\\d+", "");
    }

    private String demand() {
        return switch (stage) {
            case PUBLISHED -> "demand=6 hold=0 blockAt=1";
            case DELIVERED -> "demand=1 hold=0 blockAt=1";
            case HELD, CANCELLING -> "demand=2 hold=8";
            case CLOSING -> atOnce ? "demand=max" : "demand=10 hold=2";
            default -> "demand=max hold=" + round % 3;
        };
    }

    private void bringTo(RemoteEnd sink, SourceProbe lossless) {
        switch (stage) {
            case ENCODING -> {
                sink.child().await(sink.child().ask("encoding", new Options().with("id", "k")), Liveness.BOUND,
                        "the encoding");
                // Another thread may be about to publish the one before.
                Liveness.until("4 frames", () -> sink.state().number("published") == 4);
            }
            case PUBLISHED -> {
                lossless.received(1).join();
                Liveness.until("6 frames", () -> sink.state().number("published") == 6);
            }
            case DELIVERED -> lossless.received(1).join();
            case HELD -> sources.forEach(source -> source.received(2).join());
            case CANCELLING -> {
                sources.forEach(source -> source.received(2).join());
                sources.forEach(SourceProbe::cancel);
                if (!atOnce) {
                    Liveness.until("the cancels", () -> sink.state().number("subscriptions") == 0);
                }
            }
            case CLOSING -> close(sink, lossless);
            default -> {
                lossless.received(1).join();
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(TimeUnit.MILLISECONDS.toNanos(30)));
            }
        }
    }

    private void close(RemoteEnd sink, SourceProbe lossless) {
        lossless.received(10).join();
        if (atOnce) {
            sink.child().tell(round % 4 == 1 ? "complete" : "dispose", new Options().with("id", "k"));
        } else {
            // Frames are kept, so that it has more to do than to say the end.
            sink.call("complete");
            // To one of them the newest frame comes ahead of the end, and maybe one more that was under way.
            sources.forEach(source -> source.request(Long.MAX_VALUE));
            sources.forEach(source -> Kills.await(source.end(), this + ": a subscription"));
        }
    }

    @Override
    public String toString() {
        return "round " + round + ", a producer killed while " + stage + (atOnce ? ", at once" : "");
    }
}
