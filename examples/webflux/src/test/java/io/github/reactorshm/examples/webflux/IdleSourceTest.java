package io.github.reactorshm.examples.webflux;

import java.time.Duration;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.codec.BytesCodec;
import io.github.reactorshm.spring.SharedFrames;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Sinks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A source that publishes nothing more. */
class IdleSourceTest {

    private static final int SLOTS = 8;
    private static final int SLOT_SIZE = 7_269_376;
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    void W2_aClientThatHoldsASlotGoesAway() throws Exception {
        Sinks.Many<byte[]> frames = Sinks.many().unicast().onBackpressureBuffer();
        try (WebApp app = new WebApp()) {
            ShmSink<byte[]> sink = ShmSink.<byte[]>channel("camera").slots(SLOTS)
                    .codec(BytesCodec.ofSlotSize(SLOT_SIZE))
                    .baseDirectory(app.directory()).keepOpen().open();
            frames.asFlux().subscribe(sink);
            Load load = new Load(app);
            SharedFrames shared = app.bean(SharedFrames.class);
            try {
                try (Viewers stuck = Viewers.stuck(app.port(), 3)) {
                    await("clients").atMost(PATIENCE).until(() -> shared.clients() == stuck.count());
                    // More than a socket takes, and then nothing.
                    frames.tryEmitNext(new byte[SLOT_SIZE]).orThrow();
                    await("a held slot").atMost(PATIENCE).until(() -> load.held() == 1 && sink.heldSlots() == 1);
                }

                await("8 free").atMost(Duration.ofSeconds(6))
                        .until(() -> sink.heldSlots() == 0 && sink.freeSlots() + sink.credit() == SLOTS);
                assertThat(load.held()).isZero();
                await("no clients").atMost(PATIENCE).until(() -> shared.clients() == 0);
            } finally {
                sink.dispose();
                sink.onTerminate().onErrorComplete().block(PATIENCE);
            }
        }
    }
}
