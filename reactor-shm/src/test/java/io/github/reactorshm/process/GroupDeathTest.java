package io.github.reactorshm.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.error.ShmPeerLostException;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.CapturedLog;
import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Journal;
import io.github.reactorshm.testkit.Options;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.Signals;
import io.github.reactorshm.testkit.SinkProbe;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

import static io.github.reactorshm.testkit.Journal.What.RECEIVED;
import static io.github.reactorshm.testkit.Journal.What.RECEIVED_AGAIN;
import static org.assertj.core.api.Assertions.assertThat;

/** Members of a group that are killed or cancel while they hold frames, and have some that they did not take. */
class GroupDeathTest {

    /** What the victim was given, of which it took 3: two are kept, the third is in its onNext. */
    private static final int GIVEN = 6;
    private static final String VICTIM = "mode=group group=workers demand=6 hold=8 blockAt=3";

    @RegisterExtension
    final Processes processes = new Processes();

    @TempDir
    Path journals;

    private SinkProbe open(String options) {
        SinkProbe probe = new SinkProbe(
                Options.parse(processes.at("jobs") + "slots=8 size=5000 varied=true heldLimit=8 " + options));
        probe.open();
        return probe;
    }

    private RemoteEnd member(String id, String options) {
        return RemoteEnd.subscribe(processes.source(), id,
                processes.at("jobs") + "journal=" + journals.resolve(id) + " " + options);
    }

    /** The only one that asks gets every frame. */
    private RemoteEnd victim(SinkProbe probe) {
        RemoteEnd victim = member("victim", VICTIM);
        victim.await("received", 3);
        Liveness.until("all that it asked for", () -> probe.sink().published() == GIVEN);
        Accounts.awaitHeld(probe.sink(), GIVEN);
        return victim;
    }

    private List<Journal.Entry> received(String id, int most) {
        return Journal.of(journals.resolve(id)).entries().stream()
                .filter(entry -> entry.what() == RECEIVED || entry.what() == RECEIVED_AGAIN).limit(most).toList();
    }

    private static List<Journal.Entry> entries(Journal.What what, long first, long last) {
        return LongStream.rangeClosed(first, last).mapToObj(n -> new Journal.Entry(what, n)).toList();
    }

    private static List<Journal.Entry> both(List<Journal.Entry> first, List<Journal.Entry> second) {
        List<Journal.Entry> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    private static void assertEnds(SinkProbe probe, RemoteEnd survivor, long frames) {
        probe.complete();
        assertThat(survivor.awaitEnd()).isEqualTo(new Signals(frames, "", 1, 0, "", ""));
        assertThat(probe.end().join()).isEqualTo(new Signals(probe.sink().published(), "", 1, 0, "", ""));
        assertThat(probe.sink().freeSlots()).isEqualTo(8);
    }

    @Test
    void C2_whatAKilledMemberHadGoesToAnotherMarkedIfItWasTaken() {
        SinkProbe probe = open("awaitSubscribers=2");
        RemoteEnd survivor = member("survivor", "mode=group group=workers demand=0");
        RemoteEnd victim = victim(probe);
        victim.child().killLater();
        Liveness.until("the frames' return", () -> probe.sink().waitingFrames() == GIVEN);
        survivor.request(200);
        survivor.await("received", 200);
        assertThat(received("survivor", 200))
                .isEqualTo(both(entries(RECEIVED_AGAIN, 1, 3), entries(RECEIVED, 4, 200)));
        assertEnds(probe, survivor, 200);
        assertThat(survivor.state().number("redelivered")).isEqualTo(3);
    }

    @Test
    void C2_whatAMemberThatCancelsDidNotTakeGoesToAnotherAndTheRestWhenItIsKilled() {
        SinkProbe probe = open("awaitSubscribers=2");
        RemoteEnd survivor = member("survivor", "mode=group group=workers demand=0");
        RemoteEnd victim = victim(probe);
        victim.call("cancel");
        victim.call("unblock");
        Liveness.until("the return of what was not taken", () -> probe.sink().waitingFrames() == 3);
        assertThat(probe.sink().heldSlots()).isEqualTo(3);
        survivor.request(100);
        survivor.await("received", 100);
        assertThat(received("survivor", 100)).isEqualTo(entries(RECEIVED, 4, 103));

        victim.child().killLater();
        Liveness.until("the rest", () -> probe.sink().waitingFrames() == 3);
        survivor.request(100);
        survivor.await("received", 200);
        assertThat(received("survivor", 200).subList(100, 200))
                .isEqualTo(both(entries(RECEIVED_AGAIN, 1, 3), entries(RECEIVED, 104, 200)));
        assertEnds(probe, survivor, 200);
    }

    @Test
    void C2_whatAMemberThatCancelledClosesIsDone() {
        SinkProbe probe = open("awaitSubscribers=2");
        RemoteEnd survivor = member("survivor", "mode=group group=workers demand=0");
        RemoteEnd victim = victim(probe);
        victim.call("cancel");
        victim.call("unblock");
        victim.call("release");
        Liveness.until("the return of all", () -> probe.sink().heldSlots() == 0);
        victim.child().kill();
        survivor.request(100);
        survivor.await("received", 100);
        assertThat(received("survivor", 100)).isEqualTo(entries(RECEIVED, 4, 103));
        assertEnds(probe, survivor, 100);
    }

    @Test
    void C2_theLastMemberDiesAndTheNextOneGetsTheRest() {
        SinkProbe probe = open("keepOpen=true");
        victim(probe).child().killLater();
        Liveness.until("the frames' return", () -> probe.sink().waitingFrames() == GIVEN);
        assertThat(probe.sink().subscriptions()).isZero();
        assertThat(probe.signals().terminals()).isZero();

        RemoteEnd next = member("next", "mode=group group=workers demand=200");
        next.await("received", 200);
        assertThat(received("next", 200)).isEqualTo(both(entries(RECEIVED_AGAIN, 1, 3), entries(RECEIVED, 4, 200)));
        assertEnds(probe, next, 200);
    }

    @Test
    void C2_whatNoMemberIsLeftForIsCountedInTheLogAndInTheError() {
        SinkProbe probe = open("awaitSubscribers=2");
        RemoteEnd viewer = member("viewer", "mode=latest demand=max");
        RemoteEnd victim = victim(probe);
        try (CapturedLog log = new CapturedLog()) {
            victim.child().killLater();
            Liveness.until("its end", () -> probe.sink().subscriptions() == 1);
            assertThat(log.lines("'jobs'", "'workers'", "died", GIVEN + " frames that no member finished are dropped"))
                    .hasSize(1);
        }
        viewer.await("received", GIVEN + 100L);
        assertThat(probe.signals().terminals()).as("others are there").isZero();
        probe.complete();
        assertThat(viewer.awaitEnd().completions()).isOne();
        Signals sent = probe.end().join();
        assertThat(sent.failedWith(ShmPeerLostException.class)).as("%s", sent).isTrue();
        assertThat(sent.errorMessage()).contains("'jobs'", GIVEN + " frames");
        assertThat(sent.terminals()).isOne();
        assertThat(probe.sink().freeSlots()).isEqualTo(8);
    }

    @Test
    void C2_whatADeadMemberLeftToOneThatLeavesIsDroppedAndNoError() {
        SinkProbe probe = open("awaitSubscribers=2");
        RemoteEnd viewer = member("viewer", "mode=latest demand=0");
        RemoteEnd keeper = member("keeper", "mode=group group=workers demand=1 hold=8");
        keeper.await("received", 1);
        RemoteEnd victim = member("victim", "mode=group group=workers demand=3 hold=8");
        victim.await("received", 3);
        victim.child().killLater();
        Liveness.until("the frames' return", () -> probe.sink().waitingFrames() == 3);
        try (CapturedLog log = new CapturedLog()) {
            keeper.call("cancel");
            Liveness.until("its end", () -> probe.sink().waitingFrames() == 0);
            assertThat(log.lines("'workers'", "left", "3 frames that no member finished are dropped")).hasSize(1);
        }
        keeper.call("release");
        probe.complete();
        viewer.request(10);
        assertThat(viewer.awaitEnd().completions()).isOne();
        assertThat(probe.end().join().completions()).isOne();
    }

    @Test
    void C2_afterTheCompletionNothingIsGivenAgainAndTheSenderIsToldHowMuchIsMissing() {
        SinkProbe probe = open("awaitSubscribers=2 frames=5");
        RemoteEnd survivor = member("survivor", "mode=group group=workers demand=0");
        RemoteEnd victim = member("victim", "mode=group group=workers demand=max hold=8");
        assertThat(victim.awaitEnd()).isEqualTo(new Signals(5, "", 1, 0, "", ""));
        assertThat(survivor.awaitEnd()).isEqualTo(new Signals(0, "", 1, 0, "", ""));
        assertThat(probe.signals().terminals()).as("the frames are kept").isZero();
        victim.child().killLater();
        Signals sent = probe.end().orTimeout(Liveness.BOUND.toMillis(), TimeUnit.MILLISECONDS)
                .join();
        assertThat(sent.failedWith(ShmPeerLostException.class)).as("%s", sent).isTrue();
        assertThat(sent.errorMessage()).contains("5 frames");
        assertThat(survivor.signals().received()).isZero();
    }

    @Test
    void C2_allFramesAreProcessedWhoeverIsKilled() {
        killMembers(3);
    }

    @Tag("storm")
    @Test
    void C2_groupStorm() {
        killMembers(100);
    }

    /** Three members work all the time; one after another is killed in its work, and another comes in its place. */
    private void killMembers(int times) {
        String options = "mode=group group=workers demand=max hold=1";
        SinkProbe probe = open("awaitSubscribers=3 gapMillis=1");
        ShmSink<Long> sink = probe.sink();
        List<RemoteEnd> members = new ArrayList<>();
        List<ChildJvm> dead = new ArrayList<>();
        int made = 0;
        while (made < 3) {
            members.add(member("m" + made++, options));
        }
        for (int i = 0; i < times; i++) {
            members.forEach(member -> member.await("received", 20));
            ChildJvm victim = members.removeFirst().child();
            victim.killLater();
            dead.add(victim);
            members.add(member("m" + made++, options));
        }
        members.forEach(member -> member.await("received", 20));
        probe.complete();
        for (RemoteEnd member : members) {
            Signals seen = member.awaitEnd();
            assertThat(seen.problem()).isEmpty();
            assertThat(seen.completions()).isOne();
            member.call("release");
        }
        dead.forEach(ChildJvm::awaitExit);
        assertThat(probe.end().join().completions()).isOne();
        GroupAccount account = new GroupAccount(sink.published());
        for (int i = 0; i < made; i++) {
            account.add(Journal.of(journals.resolve("m" + i)).entries());
        }
        account.verify(times);
        Liveness.print("C2, group", "%d of 3 members killed: %s".formatted(times, account));
    }
}
