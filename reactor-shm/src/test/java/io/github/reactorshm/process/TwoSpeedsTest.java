package io.github.reactorshm.process;

import java.time.Duration;
import java.util.Arrays;

import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.Signals;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** A fast subscriber and one that takes a frame a second: who is paced by whom, and what is skipped. */
class TwoSpeedsTest {

    private static final Duration A_FRAME = Duration.ofSeconds(1);
    private static final double LEAST = 0.95;

    @RegisterExtension
    final Processes processes = new Processes();

    private RemoteEnd open() {
        return open("");
    }

    private RemoteEnd open(String options) {
        return RemoteEnd.open(processes.sink(), "k",
                processes.at("camera") + "slots=8 size=50000 varied=true awaitSubscribers=2 " + options);
    }

    private RemoteEnd subscribe(ChildJvm child, String id, String options) {
        return RemoteEnd.subscribe(child, id, processes.at("camera") + options);
    }

    private void end(RemoteEnd sink, RemoteEnd... sources) {
        sink.call("complete");
        for (RemoteEnd source : sources) {
            source.request(Long.MAX_VALUE);
            Signals seen = source.awaitEnd();
            assertThat(seen.problem()).isEmpty();
            assertThat(seen.completions()).isOne();
        }
        assertThat(sink.awaitEnd().completions()).isOne();
        long published = sink.state().number("published");
        for (RemoteEnd source : sources) {
            assertThat(source.signals().received() + source.state().number("skipped")).as("received and skipped")
                    .isEqualTo(published);
        }
    }

    // ------------------------------------------------------------------ the slow one is lossless

    @ParameterizedTest
    @ValueSource(strings = {"lossless", "latest"})
    void D5_aSlowLosslessSubscriberPacesTheSink(String fastMode) {
        pace(fastMode, 2);
    }

    @Tag("storm")
    @ParameterizedTest
    @ValueSource(strings = {"lossless", "latest"})
    void D5_pacedStorm(String fastMode) {
        pace(fastMode, 20);
    }

    private void pace(String fastMode, int frames) {
        RemoteEnd sink = open();
        RemoteEnd slow = subscribe(processes.source(), "slow", "demand=1");
        RemoteEnd fast = subscribe(processes.source(), "fast", "demand=max mode=" + fastMode);
        for (int i = 1; i <= frames; i++) {
            slow.await("received", i);
            fast.await("received", i);
            Liveness.pass(A_FRAME);
            assertThat(sink.state().number("published")).isEqualTo(i);
            assertThat(fast.signals().received()).isEqualTo(i);
            slow.request(1);
        }
        end(sink, slow, fast);
    }

    // ------------------------------------------------------------------ the slow one wants the latest

    @ParameterizedTest
    @ValueSource(strings = {"lossless", "latest"})
    void D5_aSlowLatestSubscriberStopsNobody(String fastMode) {
        stopNobody(fastMode, Duration.ofSeconds(1));
    }

    @Tag("storm")
    @ParameterizedTest
    @ValueSource(strings = {"lossless", "latest"})
    void D5_freeStorm(String fastMode) {
        stopNobody(fastMode, Duration.ofSeconds(5));
    }

    private void stopNobody(String fastMode, Duration window) {
        // As a camera would, at a pace of its own: what two processes can do at most depends on everything else.
        RemoteEnd sink = open("gapMillis=1");
        RemoteEnd fast = subscribe(processes.source(), "fast", "demand=max mode=" + fastMode);
        ChildJvm child = processes.source();
        RemoteEnd slow = subscribe(child, "slow", "mode=latest demand=1");
        fast.await("received", 1_000);
        slow.await("received", 1);
        slow.call("cancel");
        // What other processes do changes the rate from one second to the next, up and down. A slow subscriber that cost more
        // than it may would do so in every pair of windows; what others do does not spoil all of them.
        double best = 0;
        for (int i = 0; i < 10 && best < LEAST; i++) {
            double alone = rate(fast, window);
            RemoteEnd visitor = subscribe(child, "slow" + i, "mode=latest demand=1");
            visitor.await("received", 1);
            visitor.request(1);
            double together = rate(fast, window);
            long took = visitor.signals().received();
            assertThat(took).isBetween(1L, 2L);
            visitor.call("cancel");
            best = Math.max(best, together / alone);
            Liveness.print("D5, " + fastMode, "%.0f frames/s alone, %.0f with a slow one (%.0f %%)".formatted(alone,
                    together, 100 * together / alone));
        }
        assertThat(best).isGreaterThanOrEqualTo(LEAST);
        sink.call("complete");
        assertThat(fast.awaitEnd().problem()).isEmpty();
        assertThat(fast.signals().completions()).isOne();
        assertThat(sink.awaitEnd().completions()).isOne();
    }

    /**
     * Without a pace, windows alone and together taking turns; what is reported is the median. There are two more things that share the
     * processors then, so the bound only tells a subscriber that is slowed down from one that is paced, to a frame a second.
     */
    @Tag("storm")
    @ParameterizedTest
    @ValueSource(strings = {"lossless", "latest"})
    void D5_unpacedStorm(String fastMode) {
        RemoteEnd sink = open("");
        RemoteEnd fast = subscribe(processes.source(), "fast", "demand=max mode=" + fastMode);
        ChildJvm child = processes.source();
        RemoteEnd first = subscribe(child, "slow", "mode=latest demand=1");
        fast.await("received", 50_000);
        first.await("received", 1);
        first.call("cancel");
        double[] shares = new double[11];
        for (int i = 0; i < shares.length; i++) {
            double alone = rate(fast, Duration.ofSeconds(2));
            RemoteEnd visitor = subscribe(child, "slow" + i, "mode=latest demand=1");
            visitor.await("received", 1);
            visitor.request(1);
            shares[i] = rate(fast, Duration.ofSeconds(2)) / alone;
            visitor.call("cancel");
        }
        Arrays.sort(shares);
        double median = shares[shares.length / 2];
        Liveness.print("D5, unpaced, " + fastMode,
                "with a slow one %.0f %% of the rate alone, median of %d pairs of windows, from %.0f %% to %.0f %%"
                        .formatted(100 * median, shares.length, 100 * shares[0], 100 * shares[shares.length - 1]));
        assertThat(median).isGreaterThan(0.5);
        sink.call("complete");
        assertThat(fast.awaitEnd().problem()).isEmpty();
        assertThat(fast.signals().completions()).isOne();
        assertThat(sink.awaitEnd().completions()).isOne();
    }

    private static double rate(RemoteEnd source, Duration window) {
        long before = source.signals().received();
        long start = System.nanoTime();
        Liveness.pass(window);
        long after = source.signals().received();
        return (after - before) * 1e9 / (System.nanoTime() - start);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lossless", "latest"})
    void D5_whatASlowLatestSubscriberSkipsIsCountedExactly(String fastMode) {
        RemoteEnd sink = open();
        RemoteEnd slow = subscribe(processes.source(), "slow", "mode=latest demand=1");
        RemoteEnd fast = subscribe(processes.source(), "fast", "demand=max mode=" + fastMode);
        for (int i = 1; i <= 3; i++) {
            slow.await("received", i);
            Liveness.pass(A_FRAME);
            slow.request(1);
        }
        end(sink, slow, fast);
        Liveness.print("D5, counted", "of %d frames the slow one took %d and was told of %d that it skipped".formatted(
                sink.state().number("published"), slow.signals().received(), slow.state().number("skipped")));
    }
}
