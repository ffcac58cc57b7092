package io.github.reactorshm.examples.video;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.ShmSinkBuilder;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** The camera's half of {@link CopyMeasurement}. */
final class CopySender {

    private static final byte PIXEL = 0x5A;

    private final ChannelOptions channel;
    private final int framesPerRound;

    CopySender(ChannelOptions channel, int framesPerRound) {
        this.channel = channel;
        this.framesPerRound = framesPerRound;
    }

    /** Measures the plain copy and sends the frames whose receipt the viewer measures. Blocks until all are given back. */
    List<Long> run() throws IOException {
        try (Arena arena = Arena.ofShared()) {
            MemorySegment frame = arena.allocate(CopyMeasurement.FRAME_BYTES, 64).fill(PIXEL);
            int half = CopyMeasurement.ROUNDS / 2;
            List<Long> plain = new ArrayList<>(
                    PlainCopy.rounds(frame, channel.memoryDirectory(), half, framesPerRound));
            send(frame);
            plain.addAll(PlainCopy.rounds(frame, channel.memoryDirectory(), half, framesPerRound));
            return plain;
        }
    }

    private void send(MemorySegment frame) {
        ShmSinkBuilder<Long> builder = ShmSink.<Long>channel(channel.copyName()).slots(CopyMeasurement.SLOTS)
                .codec(new CopyCodec(frame));
        if (channel.directory() != null) {
            builder = builder.baseDirectory(channel.directory());
        }
        builder.send(roundStarts().subscribeOn(Schedulers.boundedElastic())).block();
    }

    /** For each frame the time at which its round began. */
    private Flux<Long> roundStarts() {
        long frames = (long) framesPerRound * (CopyMeasurement.ROUNDS + 1);
        return Flux.generate(() -> new long[2], (state, sink) -> {
            if (state[0] % framesPerRound == 0) {
                state[1] = System.nanoTime();
            }
            if (state[0]++ == frames) {
                sink.complete();
            } else {
                sink.next(state[1]);
            }
            return state;
        });
    }
}
