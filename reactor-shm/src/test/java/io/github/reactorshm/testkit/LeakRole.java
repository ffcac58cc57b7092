package io.github.reactorshm.testkit;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmFrames;
import io.github.reactorshm.ShmSink;
import org.awaitility.Awaitility;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;

/** A child's role with both ends of a channel, whose consumer uses frames that it closed, or loses them. */
public final class LeakRole {

    private static final int SLOTS = 4;
    private static final int SIZE = 1_000;
    private static final Duration PATIENCE = Duration.ofSeconds(40);

    private LeakRole() {}

    /**
     * A child's life.
     *
     * @param args none
     */
    public static void main(String[] args) {
        ChildConsole console = new ChildConsole();
        console.verb("useClosed", options -> useClosed(channel(options)).toString());
        console.verb("lose", options -> lose(channel(options), options.is("viewed")).toString());
        console.run();
    }

    private static Channel channel(Options options) {
        return new Channel(Path.of(options.text("directory")), options.text("channel"));
    }

    /** What each view of a frame says after its handle was closed, while another handle is open. */
    private static Options useClosed(Channel channel) {
        ShmSink<Long> sink = channel.sink(Payloads.full(0, SIZE)).slots(SLOTS).open();
        Recorder<ShmFrame> consumer = channel.recordFrames(1);
        Flux.range(1, SLOTS).map(Integer::longValue).subscribe(sink);
        ShmFrame frame = consumer.awaitItems(1).getFirst();
        ShmFrame other = frame.retain();
        MemorySegment segment = frame.segment();
        MemorySegment slice = segment.asSlice(100, 8);
        ByteBuffer buffer = frame.buffer();
        ByteBuffer duplicate = buffer.duplicate();
        Payloads.check(frame);
        frame.close();
        Map<String, Runnable> uses = new LinkedHashMap<>();
        uses.put("segment", () -> segment.get(ValueLayout.JAVA_BYTE, 0));
        uses.put("slice", () -> slice.get(ValueLayout.JAVA_BYTE, 0));
        uses.put("buffer", () -> buffer.get(0));
        uses.put("duplicate", () -> duplicate.get(0));
        uses.put("other", () -> Payloads.check(other));
        Options answers = new Options();
        uses.forEach((name, use) -> answers.with(name, outcome(use)));
        other.close();
        uses.remove("other");
        uses.forEach((name, use) -> answers.with(name + "AfterAll", outcome(use)));
        consumer.cancel();
        end(sink);
        return answers;
    }

    private static String outcome(Runnable use) {
        try {
            use.run();
            return "bytes";
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName();
        }
    }

    /** Loses every frame, and waits until that was noticed. Views are kept, and looked at in the end. */
    private static Options lose(Channel channel, boolean viewed) {
        ShmSink<Long> sink = channel.sink(Payloads.full(0, SIZE)).slots(SLOTS).open();
        ShmFrames frames = channel.source().frames();
        List<MemorySegment> views = new ArrayList<>();
        Disposable reading = Flux.from(frames).subscribe(frame -> {
            if (viewed) {
                views.add(frame.segment());
            }
        });
        Flux.range(1, 1_000).map(Integer::longValue).subscribe(sink);
        Awaitility.await().atMost(PATIENCE).until(() -> {
            System.gc();
            return viewed ? frames.keptSlots() == SLOTS : frames.reclaimedSlots() >= 2 * SLOTS;
        });
        for (int i = 0; i < views.size(); i++) {
            Payloads.check(views.get(i), i + 1L);
        }
        Options account = new Options().with("kept", frames.keptSlots()).with("reclaimed", frames.reclaimedSlots())
                .with("published", sink.published());
        reading.dispose();
        end(sink);
        return account;
    }

    private static void end(ShmSink<?> sink) {
        sink.dispose();
        sink.onTerminate().onErrorComplete().block(PATIENCE);
    }
}
