package io.github.reactorshm.channel;

import java.time.Duration;

import io.github.reactorshm.control.BaseDirectory;
import io.github.reactorshm.control.Service;

/**
 * What a consumer is told.
 *
 * @param base the base directory
 * @param channel the channel's name
 * @param service how it wants to be served
 * @param contentType the content type that it expects, empty for any
 * @param connectTimeout how long it tries to attach
 * @param collectWhenStarving whether a garbage collection may be asked for when the producer waits for slots
 * @param lostFrames the account of frames that are not closed
 * @param open the source's subscriptions
 * @param gauges the source's figures
 */
public record ConsumerSettings(BaseDirectory base, String channel, Service service, String contentType,
        Duration connectTimeout, boolean collectWhenStarving, LostFrames lostFrames, OpenConsumers open,
        ConsumerGauges gauges) {}
