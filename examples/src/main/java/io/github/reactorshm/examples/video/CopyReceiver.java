package io.github.reactorshm.examples.video;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmFrames;
import reactor.core.publisher.Flux;

/** The viewer's half of {@link CopyMeasurement}: gives every frame back unread and notes when the last one came. */
final class CopyReceiver {

    private long startNanos;
    private long frames;
    private long latestNanos;

    private CopyReceiver() {}

    /**
     * Receives one round. Blocks until the camera has sent the last frame.
     *
     * @return bytes per second
     */
    static long round(ShmFrames source) {
        CopyReceiver receiver = new CopyReceiver();
        Flux.from(source).doOnNext(receiver::take).blockLast();
        return CopyMeasurement.bytesPerSecond(receiver.frames, receiver.latestNanos - receiver.startNanos);
    }

    private void take(ShmFrame frame) {
        try (frame) {
            if (frame.tag() != 0) {
                startNanos = frame.tag();
                frames++;
                latestNanos = System.nanoTime();
            }
        }
    }
}
