package io.github.reactorshm.examples.video;

import java.util.ArrayList;
import java.util.List;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmFrames;
import reactor.core.publisher.Flux;

/** The viewer's half of {@link CopyMeasurement}: gives every frame back unread and notes when a round's last one came. */
final class CopyReceiver {

    private final List<Long> rates = new ArrayList<>();
    private long round;
    private long frames;
    private long latestNanos;

    private CopyReceiver() {}

    /**
     * Receives all frames. Blocks until the camera has sent the last one.
     *
     * @return bytes per second of each round but the first, which only warms up
     */
    static List<Long> run(ShmFrames source) {
        CopyReceiver receiver = new CopyReceiver();
        Flux.from(source).doOnNext(receiver::take).blockLast();
        receiver.endRound();
        return receiver.rates.subList(1, receiver.rates.size());
    }

    private void take(ShmFrame frame) {
        try (frame) {
            if (frame.tag() != round) {
                endRound();
                round = frame.tag();
            }
            frames++;
            latestNanos = System.nanoTime();
        }
    }

    private void endRound() {
        if (frames > 0) {
            rates.add(CopyMeasurement.bytesPerSecond(frames, latestNanos - round));
            frames = 0;
        }
    }
}
