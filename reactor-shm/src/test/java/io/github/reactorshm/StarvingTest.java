package io.github.reactorshm;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a consumer may do when its producer waits for slots: ask for a collection, which finds frames that were lost. */
class StarvingTest {

    private static final Payloads NUMBERS = Payloads.varied(0, 100);
    private static final int SLOTS = 4;
    /** The producer tells after 2 s, there is at most one collection in 10 s, a recording is flushed each second. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration BETWEEN = Duration.ofSeconds(10);
    private static final String COLLECTION = "jdk.SystemGC";

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);
    private final ShmSink<Long> sink = channel.sink(NUMBERS).slots(SLOTS).open();

    private void produce() {
        Flux.range(1, Integer.MAX_VALUE).map(Integer::longValue).subscribe(sink);
    }

    private void end() {
        sink.dispose();
        sink.onTerminate().onErrorComplete().block(PATIENCE);
    }

    @Test
    void F5_aCollectionIsAskedForOnlyIfThatIsAllowed() {
        try (Collections collections = new Collections()) {
            Recorder<ShmFrame> holder = channel.recordFrames(Long.MAX_VALUE);
            produce();
            List<ShmFrame> held = holder.awaitItems(SLOTS);
            await().atMost(PATIENCE).until(sink::stalled);
            // At each tick of 250 ms it would be asked for.
            await().during(Duration.ofSeconds(1)).atMost(PATIENCE).until(sink::stalled);
            collections.awaitOther();
            assertThat(collections.asked()).as("collections that nobody allowed").isEmpty();
            holder.cancel();
            held.forEach(ShmFrame::close);
        }
        end();
    }

    @Test
    void F5_aCollectionBringsLostFramesBackOffTheLoopAndNotAtEachTick() {
        loseFrames(1, Duration.ofSeconds(3));
    }

    @Tag("storm")
    @Test
    void F5_aCollectionBringsLostFramesBackOffTheLoopAndNotAtEachTickStorm() {
        loseFrames(4, Duration.ofSeconds(3));
    }

    /** Every frame is lost as it comes, so the stream stands still again 2 s after each collection. */
    private void loseFrames(int wanted, Duration longer) {
        try (Collections collections = new Collections()) {
            ShmFrames frames = channel.source().collectWhenStarving(true).frames();
            Disposable losing = Flux.from(frames).subscribe(frame -> {});
            produce();
            await().atMost(PATIENCE).until(() -> collections.asked().size() >= wanted
                    && frames.reclaimedSlots() >= SLOTS && sink.published() > SLOTS);
            await().pollDelay(longer).atMost(PATIENCE).until(() -> true);
            List<RecordedEvent> asked = collections.asked();
            assertThat(asked).extracting(event -> event.getThread().getJavaName())
                    .allMatch(name -> name.startsWith("reactor-shm-files-"));
            for (int i = 1; i < asked.size(); i++) {
                Instant before = asked.get(i - 1).getStartTime();
                // The pause is from call to call; the events begin a little later.
                assertThat(Duration.between(before, asked.get(i).getStartTime())).as("between two collections")
                        .isGreaterThan(BETWEEN.minusMillis(500));
            }
            assertThat(frames.keptSlots()).isZero();
            losing.dispose();
        }
        Accounts.awaitSubscriptions(sink, 0);
        end();
    }

    /** The collections that this JVM's code asks for while it is open. */
    private static final class Collections implements AutoCloseable {

        private final RecordingStream recording = new RecordingStream();
        private final List<RecordedEvent> events = new CopyOnWriteArrayList<>();

        Collections() {
            recording.enable(COLLECTION).withStackTrace().withoutThreshold();
            recording.onEvent(COLLECTION, events::add);
            recording.setReuse(false);
            recording.startAsync();
        }

        /** Those that the library asked for. */
        List<RecordedEvent> asked() {
            return events.stream().filter(event -> isFrom(event, "io.github.reactorshm.channel.LostFrames")
                    || event.getThread().getJavaName().startsWith("reactor-shm")).toList();
        }

        /** Asks for one itself and waits until it is seen, and with it all that were before. */
        void awaitOther() {
            System.gc();
            await().atMost(PATIENCE).until(() -> events.stream().anyMatch(e -> isFrom(e, getClass().getName())));
        }

        private static boolean isFrom(RecordedEvent event, String type) {
            return event.getStackTrace() != null && event.getStackTrace().getFrames().stream()
                    .anyMatch(frame -> frame.getMethod().getType().getName().startsWith(type));
        }

        @Override
        public void close() {
            recording.close();
        }
    }
}
