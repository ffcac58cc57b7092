package io.github.reactorshm;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import javax.management.JMException;
import javax.management.ObjectName;

import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** That lost frames are noticed costs an entry for each slot that is held, and no list of all frames. */
class WatchCostTest {

    private static final Payloads NUMBERS = Payloads.varied(0, 100);
    private static final int SLOTS = 64;
    private static final int FRAMES = 20_000;
    private static final Duration END = Duration.ofSeconds(60);
    private static final String ENTRY = "io.github.reactorshm.channel.HolderWatch$Entry";
    /** What {@code Cleaner} and finalizers put into their list for each object. */
    private static final List<String> REGISTRATIONS = List.of("jdk.internal.ref.CleanerImpl$PhantomCleanableRef",
            "jdk.internal.ref.PhantomCleanable", "java.lang.ref.Finalizer", "java.lang.ref.PhantomReference");
    /** Other threads of this JVM open a file now and then. */
    private static final long OTHERS = 16;

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);
    private final ManualUpstream<Long> upstream = new ManualUpstream<>();

    /** Live objects, counted by the JVM after a full collection. */
    private record Census(long entries, long registrations) {

        static Census take() throws JMException {
            String histogram = (String) ManagementFactory.getPlatformMBeanServer().invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"), "gcClassHistogram",
                    new Object[]{new String[0]}, new String[]{String[].class.getName()});
            List<String[]> rows = histogram.lines().map(line -> line.strip().split("\\s+"))
                    .filter(row -> row.length >= 4 && row[1].matches("\\d+")).toList();
            assertThat(rows).as("a histogram").anyMatch(row -> row[3].equals("java.lang.String"));
            return new Census(count(rows, ENTRY), REGISTRATIONS.stream().mapToLong(name -> count(rows, name)).sum());
        }

        private static long count(List<String[]> rows, String name) {
            return rows.stream().filter(row -> row[3].equals(name)).mapToLong(row -> Long.parseLong(row[1])).sum();
        }
    }

    @Test
    void F5_aFrameIsPutIntoNoListThatAllFramesAreIn() throws Exception {
        ShmSink<Long> sink = channel.sink(NUMBERS).slots(SLOTS).open();
        upstream.subscribe(sink);
        BlockingQueue<ShmFrame> frames = new LinkedBlockingQueue<>();
        // Nothing else refers to a frame that is closed.
        Mono<Void> end = Flux.from(channel.source().frames()).doOnNext(frames::add).then().cache();
        end.subscribe();
        pass(frames, SLOTS);
        Accounts.awaitHeld(sink, 0);
        Census before = Census.take();

        pass(frames, FRAMES);
        Accounts.awaitHeld(sink, 0);
        // The last one may still lie on a stack for a moment; in a list it would stay.
        await().atMost(END).untilAsserted(() -> assertThat(Census.take().entries())
                .as("entries of frames that are closed").isEqualTo(before.entries()));
        Census after = Census.take();
        assertThat(after.registrations()).isLessThan(before.registrations() + OTHERS);

        for (int i = 0; i < SLOTS; i++) {
            upstream.nextOnDemand(upstream.emitted() + 1);
        }
        // Held is what was published; the entry is made when it is received.
        await().atMost(END).until(() -> frames.size() == SLOTS);
        Census holding = Census.take();
        assertThat(holding.entries()).as("entries of frames that are open").isEqualTo(before.entries() + SLOTS);
        assertThat(holding.registrations()).isLessThan(before.registrations() + OTHERS);

        frames.forEach(ShmFrame::close);
        frames.clear();
        Accounts.awaitHeld(sink, 0);
        upstream.complete();
        end.block(END);
    }

    private void pass(BlockingQueue<ShmFrame> frames, int count) throws InterruptedException {
        for (int i = 0; i < count; i++) {
            upstream.nextOnDemand(upstream.emitted() + 1);
            ShmFrame frame = frames.poll(60, TimeUnit.SECONDS);
            assertThat(frame).as("frame %s", i).isNotNull();
            frame.close();
        }
    }
}
