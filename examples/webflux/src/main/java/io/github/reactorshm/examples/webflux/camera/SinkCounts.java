package io.github.reactorshm.examples.webflux.camera;

import io.github.reactorshm.ShmSink;

/**
 * What a sink counts at one moment.
 *
 * @param published pictures since the camera was started
 * @param slots slots of the pool
 * @param free slots that are neither held nor reserved
 * @param reserved slots that wait for a picture that the camera was asked for
 * @param held slots that subscribers hold
 * @param subscriptions subscribers
 * @param demand pictures that the subscribers wait for
 */
public record SinkCounts(long published, int slots, int free, long reserved, int held, int subscriptions, long demand) {

    static final SinkCounts NONE = new SinkCounts(0, 0, 0, 0, 0, 0, 0);

    static SinkCounts of(ShmSink<?> sink) {
        return new SinkCounts(sink.published(), sink.slots(), sink.freeSlots(), sink.credit(), sink.heldSlots(),
                sink.subscriptions(),
                sink.demand());
    }
}
