package io.github.reactorshm.process;

import java.util.List;

import io.github.reactorshm.error.ShmChannelInUseException;
import io.github.reactorshm.error.ShmPeerLostException;
import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Needs;
import io.github.reactorshm.testkit.Options;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.Signals;
import io.github.reactorshm.testkit.SinkRole;
import io.github.reactorshm.testkit.SourceRole;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Processes that are all process 1, each in a namespace of its own, as in containers. */
class NamespacesTest {

    /** With its killer's death the namespace dies, as a container does. */
    private static final List<String> IN_A_NAMESPACE = List.of("unshare", "--pid", "--fork", "--mount-proc",
            "--kill-child");

    /** That file is named by the process id, and all of them share /tmp. */
    private static final List<String> NO_PERF_DATA = List.of("-XX:-UsePerfData");

    @RegisterExtension
    final Processes processes = new Processes();

    @BeforeEach
    void needs() {
        Needs.namespaces();
    }

    private ChildJvm first(Class<?> role) {
        ChildJvm child = processes.add(ChildJvm.start(IN_A_NAMESPACE, NO_PERF_DATA, role));
        assertThat(child.call("pid", new Options())).as("the process id of %s as it sees it", child).isEqualTo("1");
        return child;
    }

    @Test
    void C5_processesThatAreAllProcess1ShareADirectoryAndAStream() {
        ChildJvm sinks = first(SinkRole.class);
        RemoteEnd sink = RemoteEnd.open(sinks, "k", processes.at("camera") + "size=1000 varied=true frames=2000");
        ChildJvm another = first(SinkRole.class);
        assertThatThrownBy(() -> RemoteEnd.open(another, "k", processes.at("camera")))
                .hasMessageContaining(ShmChannelInUseException.class.getSimpleName());
        RemoteEnd source = RemoteEnd.subscribe(first(SourceRole.class), "s", processes.at("camera"));
        assertThat(source.awaitEnd()).isEqualTo(new Signals(2000, "", 1, 0, "", ""));
        assertThat(sink.awaitEnd()).isEqualTo(new Signals(2000, "", 1, 0, "", ""));
    }

    @Test
    void C5_aProcessIdThatIsUsedAgainDecidesNothing() {
        ChildJvm sources = first(SourceRole.class);
        RemoteEnd source = RemoteEnd.subscribe(sources, "s", processes.at("camera") + "hold=3");
        for (int incarnation = 0; incarnation < 2; incarnation++) {
            // Each of them is process 1, as the one before was.
            ChildJvm sinks = first(SinkRole.class);
            RemoteEnd.open(sinks, "k", processes.at("camera") + "salt=" + incarnation);
            source.await("received", 100);
            sinks.kill();
            Signals signals = source.awaitEnd();
            assertThat(signals.failedWith(ShmPeerLostException.class)).as("%s", signals).isTrue();
            source.call("release");
            source = RemoteEnd.subscribe(sources, "s" + incarnation, processes.at("camera") + "hold=3");
        }
        RemoteEnd sink = RemoteEnd.open(first(SinkRole.class), "k", processes.at("camera") + "frames=500 salt=7");
        assertThat(source.awaitEnd()).isEqualTo(new Signals(500, "", 1, 0, "", ""));
        source.call("release");
        assertThat(sink.awaitEnd()).isEqualTo(new Signals(500, "", 1, 0, "", ""));
    }

    @Test
    void C5_aConsumerThatIsProcess1DiesAndItsSlotsComeBack() {
        RemoteEnd sink = RemoteEnd.open(first(SinkRole.class), "k", processes.at("camera") + "frames=3000");
        ChildJvm dies = first(SourceRole.class);
        RemoteEnd stays = RemoteEnd.subscribe(first(SourceRole.class), "s", processes.at("camera") + "demand=0");
        RemoteEnd holder = RemoteEnd.subscribe(dies, "s", processes.at("camera") + "hold=8 demand=0");
        Liveness.until("both are there", () -> sink.state().number("subscriptions") == 2);
        stays.request(8);
        holder.request(8);
        holder.await("received", 8);
        Liveness.until("the pool is held", () -> sink.state().number("heldSlots") == 8);
        dies.kill();
        stays.request(Long.MAX_VALUE);
        assertThat(stays.awaitEnd()).isEqualTo(new Signals(3000, "", 1, 0, "", ""));
        assertThat(sink.awaitEnd()).isEqualTo(new Signals(3000, "", 1, 0, "", ""));
    }
}
