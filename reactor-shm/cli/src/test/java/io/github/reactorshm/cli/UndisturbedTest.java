package io.github.reactorshm.cli;

import java.util.List;

import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.Signals;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** Who looks at a running stream changes nothing about it. */
class UndisturbedTest {

    @RegisterExtension
    final Processes processes = new Processes();

    @Test
    void aStreamGoesOnWhileItIsLookedAt() {
        look(100);
    }

    @Test
    @Tag("storm")
    void aStreamGoesOnWhileItIsLookedAtAThousandTimes() {
        look(1_000);
    }

    private void look(int times) {
        ChildJvm sinks = processes.sink();
        ChildJvm sources = processes.source();
        RemoteEnd sink = RemoteEnd.open(sinks, "k", processes.at("camera") + "slots=8 varied=true size=257");
        RemoteEnd source = RemoteEnd.subscribe(sources, "s", processes.at("camera") + "type=raw");
        source.await("received", 1_000);
        RemoteEnd other = RemoteEnd.open(sinks, "o", processes.at("other"));
        long before = source.signals().received();

        Command looked = Command.await(Command.start(
                List.of("-cp", System.getProperty("java.class.path"), Repeat.class.getName()),
                String.valueOf(times), processes.directory().toString(), "camera")).succeeded();

        assertThat(looked.out().lines().toList().getLast()).isEqualTo(times + " times, 0 failures");
        assertThat(looked.out().lines().filter(line -> line.matches("camera +alive .*"))).hasSize(times);
        assertThat(looked.out().lines().filter(line -> line.matches("other +alive .*"))).hasSize(times);
        assertThat(looked.out()).doesNotContain(" dead ", "unknown");
        assertThat(source.signals().received()).as("frames while it was looked at").isGreaterThan(before);
        source.await("received", source.signals().received() + 1_000);
        // Nor does an opening or an end notice.
        other.call("dispose");
        other.awaitEnd();
        sink.call("complete");
        Signals received = source.awaitEnd();
        assertThat(received).isEqualTo(new Signals(sink.awaitEnd().received(), "", 1, 0, "", ""));
    }
}
