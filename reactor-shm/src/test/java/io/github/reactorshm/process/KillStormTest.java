package io.github.reactorshm.process;

import java.nio.file.Path;

import io.github.reactorshm.testkit.Processes;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Many kills, of either side, in every mode and in every state; nobody has configured a time-out. */
class KillStormTest {

    @RegisterExtension
    final Processes processes = new Processes();

    @TempDir
    Path journals;

    @Test
    void C2_killsOfEitherSide() {
        kill(60, 3);
    }

    @Tag("storm")
    @Test
    void C2_storm() {
        // The property makes it shorter, or longer.
        kill(Integer.getInteger("storm.kills", 1_000), 20);
    }

    /** Members of a group that have company, of which the few rounds of the short storm have none. */
    @Test
    void C2_membersThatAreKilledWhileTheyCancelOrAtTheEnd() {
        killMembers(2);
    }

    @Tag("storm")
    @Test
    void C2_membersStorm() {
        killMembers(20);
    }

    private void killMembers(int times) {
        try (Kills kills = new Kills(processes, journals)) {
            for (int i = 0; i < times; i++) {
                // Every sixth round is one of a group with company, every twelfth one in which the kill comes at once.
                int round = 5 + 6 * i;
                new ConsumerKills(kills, Stage.CANCELLING, round).run();
                new ConsumerKills(kills, Stage.CLOSING, round).run();
            }
            Liveness.print("C2, members", kills.toString());
            kills.open("frames=0").dispose();
        }
    }

    private void kill(int times, int leastOfEach) {
        int stages = ConsumerKills.STAGES.size() + ProducerKills.STAGES.size();
        try (Kills kills = new Kills(processes, journals)) {
            for (int i = 0; i < times; i++) {
                int round = i / stages;
                int at = i % stages;
                if (i > 0 && i % 100 == 0) {
                    Liveness.print("C2, so far", kills.toString());
                }
                if (at < ConsumerKills.STAGES.size()) {
                    new ConsumerKills(kills, ConsumerKills.STAGES.get(at), round).run();
                } else {
                    Stage stage = ProducerKills.STAGES.get(at - ConsumerKills.STAGES.size());
                    new ProducerKills(kills, stage, round).run();
                }
            }
            Liveness.print("C2", kills.toString());
            kills.verify(times, leastOfEach);
            // The next opening removes what the last owner left.
            kills.open("frames=0").dispose();
        }
    }
}
