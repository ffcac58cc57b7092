package io.github.reactorshm.examples.video;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import io.github.reactorshm.examples.program.ChannelOptions;
import reactor.core.publisher.Flux;

/** The camera's half of {@link CopyMeasurement}. */
final class CopySender {

    private static final byte PIXEL = 0x5A;

    private final ChannelOptions channel;
    private final int framesPerRound;

    CopySender(ChannelOptions channel, int framesPerRound) {
        this.channel = channel;
        this.framesPerRound = framesPerRound;
    }

    /**
     * Measures the plain copy, and sends the frames whose receipt the viewer measures, in turn. Blocks until the last frame is
     * given back.
     *
     * @return bytes per second of the plain copy in each round but the first
     */
    List<Long> run() throws IOException {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment frame = arena.allocate(CopyMeasurement.FRAME_BYTES, 64).fill(PIXEL);
            List<Long> plain = new ArrayList<>();
            for (int round = 0; round < CopyMeasurement.ROUNDS; round++) {
                plain.add(PlainCopy.round(frame, channel.memoryDirectory(), framesPerRound));
                send(frame, CopyMeasurement.channel(channel, round));
            }
            return plain.subList(1, plain.size());
        }
    }

    private void send(MemorySegment frame, String name) {
        // No subscribeOn: a copy does not block, and the thread that asks for frames may as well make them.
        channel.<Long>sink(name).slots(CopyMeasurement.SLOTS).codec(new CopyCodec(frame)).send(marks()).block();
    }

    /** For each frame the time at which the measuring began, in nanoseconds, or 0 before it. */
    private Flux<Long> marks() {
        long frames = (long) framesPerRound + CopyMeasurement.WARM_UP_FRAMES;
        return Flux.generate(() -> new Marks(0, 0), (marks, sink) -> {
            if (marks.sent == frames) {
                sink.complete();
                return marks;
            }
            long start = marks.sent == CopyMeasurement.WARM_UP_FRAMES ? System.nanoTime() : marks.startNanos;
            sink.next(start);
            return new Marks(marks.sent + 1, start);
        });
    }

    private record Marks(long sent, long startNanos) {}
}
