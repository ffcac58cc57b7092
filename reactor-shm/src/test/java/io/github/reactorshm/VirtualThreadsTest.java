package io.github.reactorshm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.LongStream;

import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.TestDirectory;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What blocks in the library lets go of the carrier thread while it waits. */
class VirtualThreadsTest {

    private static final Payloads NUMBERS = Payloads.varied(0, 300);
    /** For what takes milliseconds; a busy machine may need seconds. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String PINNED = "jdk.VirtualThreadPinned";
    private static final String PINS = "pins on purpose";
    /** More than the carriers of a machine that this runs on, were they pinned. */
    private static final int READERS = 20;
    private static final int FRAMES = 200;

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);

    @Test
    void iteratorsAndBlockingAcquisitionsPinNoCarrier() {
        // Whoever is the first to use a class pins its carrier while the JVM loads it.
        pass();
        List<RecordedEvent> pinned = new CopyOnWriteArrayList<>();
        try (RecordingStream recording = new RecordingStream()) {
            recording.enable(PINNED).withoutThreshold().withStackTrace();
            recording.onEvent(PINNED, pinned::add);
            recording.setReuse(false);
            recording.startAsync();

            pass();

            // That it is seen: and with it all that were before.
            assertThat(onVirtualThread(PINS, () -> Pinning.PARKED)).succeedsWithin(PATIENCE);
            await().atMost(PATIENCE).until(() -> pinned.stream().anyMatch(event -> isOf(event, PINS)));
            assertThat(pinned).filteredOn(event -> isOf(event, "reads") || isOf(event, "writes")).isEmpty();
        }
    }

    private void pass() {
        ShmSink<Long> sink = channel.sink(NUMBERS).awaitSubscribers(READERS).open();
        List<CompletableFuture<List<Long>>> reads = new ArrayList<>();
        for (int i = 0; i < READERS; i++) {
            reads.add(onVirtualThread("reads " + i, this::read));
        }
        CompletableFuture<Void> written = onVirtualThread("writes", () -> write(sink));
        assertThat(written).succeedsWithin(PATIENCE);
        assertThat(reads).allSatisfy(read -> assertThat(read).succeedsWithin(PATIENCE)
                .isEqualTo(LongStream.rangeClosed(1, FRAMES).boxed().toList()));
        sink.onTerminate().block(PATIENCE);
    }

    private List<Long> read() {
        List<Long> numbers = new ArrayList<>();
        try (ShmFrameIterator iterator = channel.source().frames().iterate(PATIENCE)) {
            iterator.forEachRemaining(frame -> numbers.add(Payloads.check(frame)));
        }
        return numbers;
    }

    private static Void write(ShmSink<Long> sink) {
        for (long n = 1; n <= FRAMES; n++) {
            ShmSlot slot = sink.acquire(PATIENCE);
            slot.publish(NUMBERS.encode(n, slot.segment()), NUMBERS.tag(n));
        }
        sink.complete();
        return null;
    }

    private static <T> CompletableFuture<T> onVirtualThread(String name, Supplier<T> work) {
        CompletableFuture<T> result = new CompletableFuture<>();
        Thread.ofVirtual().name(name).start(() -> {
            try {
                result.complete(work.get());
            } catch (RuntimeException | Error e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }

    private static boolean isOf(RecordedEvent event, String name) {
        return event.getThread() != null && event.getThread().getJavaName().startsWith(name);
    }

    /** A class initializer, which is called by the JVM, cannot leave its carrier. */
    private static final class Pinning {

        static final boolean PARKED = park();

        private static boolean park() {
            LockSupport.parkNanos(Duration.ofMillis(50).toNanos());
            return true;
        }
    }
}
