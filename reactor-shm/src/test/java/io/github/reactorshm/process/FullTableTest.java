package io.github.reactorshm.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Options;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.RemoteEnd;
import io.github.reactorshm.testkit.Signals;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import static org.assertj.core.api.Assertions.assertThat;

/** A process whose table of open files is full, or nearly so: typed errors, nothing left, and it goes on when there is room again. */
@Timeout(value = 180, unit = TimeUnit.SECONDS)
class FullTableTest {

    private static final List<String> FEW_DESCRIPTORS = List.of("sh", "-c", "ulimit -n 100; exec \"$0\" \"$@\"");
    /** More than opening a sink and a source takes, with both threads' selectors. */
    private static final int ENOUGH = 16;
    private static final int FEW = 10;

    @RegisterExtension
    final Processes processes = new Processes();

    private ChildJvm crowded() {
        return processes.add(ChildJvm.start(FEW_DESCRIPTORS, List.of(), FullTable.class,
                processes.directory().toString()));
    }

    private static Options stream(ChildJvm child, Duration connectTimeout) {
        return Options
                .parse(child.call("stream", new Options().with("connectTimeoutMillis", connectTimeout.toMillis())));
    }

    private String threads(ChildJvm child) {
        return Options.parse(child.call("resources", new Options().with("directory", processes.directory())))
                .text("threads");
    }

    @Test
    void whateverTheLastFreeDescriptorIsTakenForTheErrorIsTypedAndNothingIsLeft() {
        ChildJvm child = crowded();
        assertThat(stream(child, ChildJvm.PATIENCE.dividedBy(2)).number("count")).isEqualTo(20);
        List<String> seen = new ArrayList<>();
        for (int free = 0; free <= ENOUGH; free++) {
            if (free <= FEW) {
                // Its threads have descriptors of their own, which are to be had anew.
                Liveness.until("the child's threads have ended", () -> threads(child).isEmpty());
            }
            assertThat(child.call("fill", new Options().with("free", free))).contains("Too many open files");
            Options outcome = stream(child, Duration.ofMillis(300));
            child.call("empty", new Options());
            if (outcome.has("error")) {
                seen.add(outcome.text("error"));
            } else {
                assertThat(outcome.number("count")).as("%s free descriptors: %s", free, outcome).isEqualTo(20);
                seen.add("works");
            }
            assertThat(stream(child, ChildJvm.PATIENCE.dividedBy(2)).number("count"))
                    .as("with room again, after %s free ones", free).isEqualTo(20);
        }
        Liveness.print("EMFILE", String.join(" ", seen));
        assertThat(seen.getFirst()).isEqualTo("ShmFileException");
        assertThat(seen.getLast()).as("%s", seen).isEqualTo("works");
    }

    @Test
    void aFullTableInOneProcessLeavesAnotherProcessesChannelAlone() {
        RemoteEnd sink = RemoteEnd.open(processes.sink(), "k", processes.at("other") + "frames=2000");
        ChildJvm child = crowded();
        child.call("fill", new Options());
        assertThat(stream(child, Duration.ofMillis(300)).text("error")).isEqualTo("ShmFileException");
        RemoteEnd source = RemoteEnd.subscribe(processes.source(), "s", processes.at("other"));
        assertThat(source.awaitEnd()).isEqualTo(new Signals(2000, "", 1, 0, "", ""));
        assertThat(sink.awaitEnd()).isEqualTo(new Signals(2000, "", 1, 0, "", ""));
        child.call("empty", new Options());
        assertThat(stream(child, ChildJvm.PATIENCE.dividedBy(2)).number("count")).isEqualTo(20);
    }

    @Test
    void aChannelThatIsOpenGoesOnThoughItsProcessHasNoDescriptorLeft() {
        ChildJvm child = crowded();
        assertThat(stream(child, ChildJvm.PATIENCE.dividedBy(2)).number("count")).isEqualTo(20);
        child.call("begin", new Options());
        Options thousand = new Options().with("n", 1_000);
        assertThat(child.call("goOn", thousand)).isEqualTo("1001");
        assertThat(child.call("fill", new Options())).contains("Too many open files");
        assertThat(child.call("goOn", thousand)).isEqualTo("2001");
        assertThat(stream(child, Duration.ofMillis(300)).text("error")).isEqualTo("ShmFileException");
        assertThat(child.call("goOn", thousand)).as("after another one could not be opened").isEqualTo("3001");
        child.call("empty", new Options());
        assertThat(stream(child, ChildJvm.PATIENCE.dividedBy(2)).number("count")).isEqualTo(20);
        assertThat(child.call("goOn", thousand)).as("with room again").isEqualTo("4001");
        child.call("finish", new Options());
    }
}
