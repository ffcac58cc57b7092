package io.github.reactorshm;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

import io.github.reactorshm.codec.TextCodec;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Frames that become unreachable without being closed. */
class LostFramesTest {

    /** Collections and the tick of 250 ms; a busy machine may need seconds. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final List<MemorySegment> views = new ArrayList<>();

    @Test
    void F5_aLostFrameThatWasNeverViewedIsGivenBackOnce() {
        run(frame -> {}, (sink, frames) -> {
            await().atMost(PATIENCE).until(() -> {
                System.gc();
                return frames.reclaimedSlots() >= 20;
            });
            assertThat(frames.keptSlots()).isZero();
            assertThat(sink.published()).isGreaterThanOrEqualTo(20);
        });
    }

    @Test
    void F5_aLostFrameOfWhichAViewLivesIsKeptWithItsBytes() {
        run(frame -> views.add(frame.segment()), (sink, frames) -> {
            await().atMost(PATIENCE).until(() -> {
                System.gc();
                return frames.keptSlots() == 4;
            });
            assertThat(frames.reclaimedSlots()).isZero();
            assertThat(sink.published()).isEqualTo(4);
            for (int i = 0; i < views.size(); i++) {
                byte[] bytes = views.get(i).toArray(java.lang.foreign.ValueLayout.JAVA_BYTE);
                assertThat(new String(bytes, java.nio.charset.StandardCharsets.UTF_8)).isEqualTo("text " + (i + 1));
            }
            views.clear();
        });
    }

    private interface Check {
        void on(ShmSink<String> sink, ShmFrames frames);
    }

    /** Each frame is lost right after {@code use}. The mappings of frames that are kept live until this process ends. */
    private static void run(Consumer<ShmFrame> use, Check check) {
        TestDirectory directory = TestDirectory.create();
        ShmSink<String> sink = ShmSink.<String>channel("texts").slots(4).codec(TextCodec.ofSlotSize(32))
                .baseDirectory(directory.path()).open();
        ShmFrames frames = ShmSource.channel("texts").baseDirectory(directory.path()).frames();
        var reading = Flux.from(frames).subscribe(use);
        Flux.range(1, 1_000_000).map(i -> "text " + i).subscribe(sink);
        try {
            check.on(sink, frames);
        } finally {
            reading.dispose();
            sink.dispose();
            sink.onTerminate().onErrorComplete().block(PATIENCE);
            directory.discard();
        }
    }
}
