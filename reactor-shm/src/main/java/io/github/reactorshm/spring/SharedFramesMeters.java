package io.github.reactorshm.spring;

import java.util.List;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Meters of the shared channels and of the responses, {@code reactor.shm.web.*}, tagged {@code channel}: gauges {@code clients} (clients)
 * and {@code slots.held} (slots), counters {@code frames}, {@code missed} and {@code frames.copied} (frames). Those of the source behind,
 * {@code reactor.shm.source.*}, are {@link io.github.reactorshm.micrometer.ShmSourceMetrics}.
 *
 * <p>
 * <b>Threads.</b> A registry may read them on any thread; nothing blocks. They stay in a registry until it is closed.
 */
public final class SharedFramesMeters implements MeterBinder {

    private static final String PREFIX = "reactor.shm.web.";

    private final List<SharedFrames> channels;
    private final ShmFrameHttpMessageWriter writer;

    /**
     * Measures channels.
     *
     * @param channels the shared subscriptions
     * @param writer writes the responses
     */
    public SharedFramesMeters(List<SharedFrames> channels, ShmFrameHttpMessageWriter writer) {
        this.channels = List.copyOf(channels);
        this.writer = writer;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        for (SharedFrames frames : channels) {
            String channel = frames.getChannel();
            Tags tags = Tags.of("channel", channel);
            Gauge.builder(PREFIX + "clients", frames, SharedFrames::clients).tags(tags)
                    .description("Clients that share the subscription").register(registry);
            FunctionCounter.builder(PREFIX + "frames", frames, SharedFrames::frames).tags(tags)
                    .description("Frames that came from the channel").register(registry);
            FunctionCounter.builder(PREFIX + "missed", frames, SharedFrames::missed).tags(tags)
                    .description("Frames that clients missed because they were behind, over all of them")
                    .register(registry);
            Gauge.builder(PREFIX + "slots.held", writer, w -> w.heldSlots(channel)).tags(tags)
                    .description("Slots that responses hold").register(registry);
            FunctionCounter.builder(PREFIX + "frames.copied", writer, w -> w.copiedFrames(channel)).tags(tags)
                    .description("Frames that were copied, for slow clients or because responses held half the slots")
                    .register(registry);
        }
    }
}
