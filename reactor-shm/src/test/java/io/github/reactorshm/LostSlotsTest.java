package io.github.reactorshm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.github.reactorshm.codec.BytesCodec;
import io.github.reactorshm.testkit.LogLines;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Slots that become unreachable without being published or aborted. */
class LostSlotsTest {

    /** Collections and the tick of 250 ms; a busy machine may need seconds. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int SLOTS = 4;

    private final TestDirectory directory = TestDirectory.create();
    private final ShmSink<byte[]> sink = ShmSink.<byte[]>channel("slots").slots(SLOTS).codec(BytesCodec.ofSlotSize(64))
            .baseDirectory(directory.path()).open();
    private final Disposable reading = Flux
            .from(ShmSource.channel("slots").baseDirectory(directory.path()).frames()).doOnNext(ShmFrame::close)
            .onErrorComplete().subscribe();

    /** The mapping of slots that are kept lives until this process ends. */
    @AfterEach
    void close() {
        reading.dispose();
        sink.dispose();
        sink.onTerminate().onErrorComplete().block(PATIENCE);
        directory.discard();
    }

    @Test
    void aLostSlotThatWasNeverViewedIsReportedOnceAndFreeAgain() {
        try (LogLines reports = LogLines.with("neither published nor aborted")) {
            // Far more than there are: each but the last ones is had again.
            lose(20, slot -> {});
            awaitReports(reports, 20);
            assertThat(reports.lines()).allMatch(line -> line.contains("WARN") && line.contains("channel slots:")
                    && line.contains("its memory was not handed out, so it is free again"));
            assertThat(sink.keptSlots()).isZero();
            List<ShmSlot> all = new ArrayList<>();
            for (int i = 0; i < SLOTS; i++) {
                all.add(sink.acquire(PATIENCE));
            }
            all.forEach(slot -> slot.publish(8));
            awaitAllBack(SLOTS);
            assertThat(sink.published()).isEqualTo(SLOTS);
            assertThat(reports.lines()).hasSize(20);
        }
    }

    @Test
    void aLostSlotOfWhichTheMemoryLivesIsReportedOnceAndKept() {
        List<MemorySegment> views = new ArrayList<>();
        try (LogLines reports = LogLines.with("neither published nor aborted")) {
            lose(SLOTS - 1, slot -> views.add(slot.segment().fill((byte) 7)));
            awaitReports(reports, SLOTS - 1);
            assertThat(reports.lines()).allMatch(line -> line.contains("WARN") && line.contains("channel slots:")
                    && line.contains("its memory was handed out, so it is kept until this process ends"));
            assertThat(sink.keptSlots()).isEqualTo(SLOTS - 1);
            // The one that is left goes round, and no frame is written over the memory that somebody still has.
            for (int i = 0; i < 10; i++) {
                ShmSlot slot = sink.acquire(PATIENCE);
                slot.segment().fill((byte) 1);
                slot.publish(64);
            }
            awaitAllBack(1);
            assertThat(sink.published()).isEqualTo(10);
            assertThat(views).hasSize(SLOTS - 1)
                    .allSatisfy(view -> assertThat(view.toArray(ValueLayout.JAVA_BYTE)).containsOnly(7));
            assertThat(reports.lines()).hasSize(SLOTS - 1);
        }
    }

    private void lose(int count, Consumer<ShmSlot> use) {
        for (int i = 0; i < count; i++) {
            await().atMost(PATIENCE).pollInterval(Duration.ofMillis(5)).until(() -> {
                if (sink.tryAcquire().map(slot -> {
                    use.accept(slot);
                    return true;
                }).orElse(false)) {
                    return true;
                }
                System.gc();
                return false;
            });
        }
    }

    private static void awaitReports(LogLines reports, int count) {
        await().atMost(PATIENCE).until(() -> {
            System.gc();
            return reports.lines().size() >= count;
        });
        assertThat(reports.lines()).hasSize(count);
    }

    private void awaitAllBack(int left) {
        await().atMost(PATIENCE).until(() -> sink.heldSlots() == 0 && sink.freeSlots() + sink.credit() == left);
    }
}
