package io.github.reactorshm.process;

import java.time.Duration;

import io.github.reactorshm.loop.LossyRole;
import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.Signals;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** Wake-ups that get lost: a loop looks again by itself after 50 ms, whatever it was not told. */
class LostBellsTest {

    /** Half an hour is for a machine that has other things to do; the streams take about five minutes by themselves. */
    private static final Duration PATIENCE = Duration.ofMinutes(30);

    /**
     * Where no bell arrives, a frame is seen by a look at most 50 ms away: half of them within 25 ms. Nothing else looks more
     * often than every 250 ms. The bound lies between both; that it is of the median, not of the maximum, is for a machine whose
     * processors are taken by others now and then.
     */
    private static final Duration HALF_OF_THEM = Duration.ofMillis(100);

    @RegisterExtension
    final Processes processes = new Processes();

    @Test
    void C3_everyTenthBellIsLostAndEveryFrameArrives() {
        lose(2_000);
    }

    @Tag("storm")
    @Test
    void C3_storm() {
        lose(100_000);
    }

    /**
     * In one channel the consumer is woken for each frame, in the other the producer too: its frames are all kept but for one, and
     * asked for one by one.
     */
    private void lose(long frames) {
        ChildJvm producer = lossy("sink", 10);
        ChildJvm consumer = lossy("source", 10);
        String gaps = "slots=4 size=100 varied=true gapUpToMillis=5 frames=";
        RemoteEnd pushed = RemoteEnd.open(producer, "pushed", processes.at("pushed") + gaps + frames);
        RemoteEnd pulled = RemoteEnd.open(producer, "pulled", processes.at("pulled") + gaps + frames / 4);
        RemoteEnd all = RemoteEnd.subscribe(consumer, "all", processes.at("pushed") + "demand=max");
        RemoteEnd each = RemoteEnd.subscribe(consumer, "each", processes.at("pulled") + "demand=each hold=3");
        assertThat(each.awaitEnd(PATIENCE)).isEqualTo(new Signals(frames / 4, "", 1, 0, "", ""));
        each.call("release");
        assertThat(all.awaitEnd(PATIENCE)).isEqualTo(new Signals(frames, "", 1, 0, "", ""));
        assertThat(pushed.awaitEnd()).isEqualTo(new Signals(frames, "", 1, 0, "", ""));
        assertThat(pulled.awaitEnd()).isEqualTo(new Signals(frames / 4, "", 1, 0, "", ""));
        Liveness.print("C3, pushed", "from publication to onNext " + all.state().text("delays"));
        Liveness.print("C3, pulled", "from publication to onNext " + each.state().text("delays")
                + "; from request to onNext, the upstream's gap included, " + each.state().text("waits"));
        // A frame that nobody is woken for waits for the look at most 50 ms away. What comes on top is a machine's whose
        // processors are taken by others: the bound tells that from a frame that waits until something else happens.
        assertThat(Duration.ofNanos(1_000 * all.state().number("delayMicros"))).isLessThan(Liveness.BOUND);
        assertThat(Duration.ofNanos(1_000 * each.state().number("waitMicros"))).isLessThan(Liveness.BOUND);
        awaitLost(producer, consumer);
    }

    @Test
    void C3_withoutAnyBellTheLookAgainIsTheBound() {
        loseAll(120);
    }

    @Tag("storm")
    @Test
    void C3_withoutAnyBellStorm() {
        loseAll(2_000);
    }

    private void loseAll(long frames) {
        ChildJvm producer = lossy("sink", 1);
        ChildJvm consumer = lossy("source", 1);
        String gaps = "slots=4 size=100 varied=true gapUpToMillis=5 frames=";
        RemoteEnd pushed = RemoteEnd.open(producer, "pushed", processes.at("pushed") + gaps + frames);
        RemoteEnd pulled = RemoteEnd.open(producer, "pulled", processes.at("pulled") + gaps + frames / 4);
        RemoteEnd all = RemoteEnd.subscribe(consumer, "all", processes.at("pushed") + "demand=max");
        RemoteEnd each = RemoteEnd.subscribe(consumer, "each", processes.at("pulled") + "demand=each");
        assertThat(all.awaitEnd(PATIENCE)).isEqualTo(new Signals(frames, "", 1, 0, "", ""));
        assertThat(each.awaitEnd(PATIENCE)).isEqualTo(new Signals(frames / 4, "", 1, 0, "", ""));
        assertThat(pushed.awaitEnd()).isEqualTo(new Signals(frames, "", 1, 0, "", ""));
        assertThat(pulled.awaitEnd()).isEqualTo(new Signals(frames / 4, "", 1, 0, "", ""));
        for (RemoteEnd end : new RemoteEnd[]{all, each}) {
            Liveness.print("C3, no bell", "from publication to onNext " + end.state().text("delays"));
            assertThat(Duration.ofNanos(1_000 * end.state().number("medianDelayMicros")))
                    .isLessThanOrEqualTo(HALF_OF_THEM);
        }
        // A request is seen by the producer's look, and what comes of it by the consumer's.
        Liveness.print("C3, no bell", "from request to onNext " + each.state().text("waits"));
        assertThat(Duration.ofNanos(1_000 * each.state().number("medianWaitMicros")))
                .isLessThanOrEqualTo(HALF_OF_THEM.multipliedBy(2));
        awaitLost(producer, consumer);
    }

    private ChildJvm lossy(String role, int every) {
        return processes.add(ChildJvm.start(LossyRole.class, role, Integer.toString(every)));
    }

    private void awaitLost(ChildJvm... children) {
        processes.awaitNoneLeft(children);
        for (ChildJvm child : children) {
            child.close();
            assertThat(child.output()).containsPattern(LossyRole.LOST + "[1-9]");
            Liveness.print("C3",
                    child.output().lines().filter(line -> line.startsWith(LossyRole.LOST)).toList().toString());
        }
    }
}
