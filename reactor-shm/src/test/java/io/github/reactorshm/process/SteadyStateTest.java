package io.github.reactorshm.process;

import java.time.Duration;
import java.util.List;

import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Options;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.Resources;
import io.github.reactorshm.testkit.SinkRole;
import io.github.reactorshm.testkit.SourceRole;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** What a channel costs besides its slots does not grow with the frames that pass. */
class SteadyStateTest {

    private static final int WARM = 1_000;
    private static final int MORE = 10_000;
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    /** Each closing of a shared arena is a handshake with every thread of the JVM, and undoes compiled code; it is logged. */
    private static final List<String> LOGS_ARENA_CLOSES = List.of("-Xlog:handshake*=info:stderr");
    private static final String ARENA_CLOSE = "CloseScopedMemory";

    @RegisterExtension
    final Processes processes = new Processes();

    @Test
    void M4_mappingsArenasDescriptorsAndThreadsAreConstant() {
        ChildJvm producer = processes.add(ChildJvm.start(LOGS_ARENA_CLOSES, SinkRole.class));
        ChildJvm consumer = processes.add(ChildJvm.start(LOGS_ARENA_CLOSES, SourceRole.class));
        RemoteEnd sink = RemoteEnd.open(producer, "k", processes.at("camera") + "size=20000 varied=true");
        List<RemoteEnd> sources = List.of("raw", "decoded", "process").stream().map(type -> RemoteEnd
                .subscribe(consumer, type, processes.at("camera") + "demand=0 type=" + type)).toList();
        // One that came late would miss what the others were sent, and hold them up in the end.
        Liveness.until("all are there", () -> sink.state().number("subscriptions") == sources.size());
        pass(sources, WARM);
        Resources producerBefore = resources(producer);
        Resources consumerBefore = resources(consumer);
        long closesBefore = arenaCloses(producer) + arenaCloses(consumer);

        pass(sources, MORE);
        assertConstant(producerBefore, resources(producer));
        assertConstant(consumerBefore, resources(consumer));
        assertThat(arenaCloses(producer) + arenaCloses(consumer)).isEqualTo(closesBefore);

        sources.forEach(source -> source.call("cancel"));
        processes.awaitNoneLeft(producer, consumer);
        Liveness.until("the closing of arenas is seen",
                () -> arenaCloses(producer) > 0 && arenaCloses(consumer) > 0);
    }

    private static void pass(List<RemoteEnd> sources, int frames) {
        List<Long> before = sources.stream().map(source -> source.signals().received()).toList();
        sources.forEach(source -> source.request(frames));
        for (int i = 0; i < sources.size(); i++) {
            sources.get(i).await("received", before.get(i) + frames, PATIENCE);
            assertThat(sources.get(i).signals().problem()).isEmpty();
        }
    }

    private Resources resources(ChildJvm child) {
        return Resources.parse(
                Options.parse(child.call("resources", new Options().with("directory", processes.directory()))));
    }

    /** Threads that opened files and called back end by themselves when they have been idle for a while. */
    private static void assertConstant(Resources before, Resources after) {
        assertThat(after.files()).isEqualTo(before.files());
        assertThat(after.mappings()).isEqualTo(before.mappings());
        assertThat(after.descriptors()).isEqualTo(before.descriptors());
        assertThat(before.threads()).containsAll(after.threads());
    }

    private static long arenaCloses(ChildJvm child) {
        return child.output().lines().filter(line -> line.contains(ARENA_CLOSE)).count();
    }
}
