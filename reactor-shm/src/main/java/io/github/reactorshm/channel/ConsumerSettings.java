package io.github.reactorshm.channel;

import java.time.Duration;

import io.github.reactorshm.control.BaseDirectory;

/**
 * What a consumer is told.
 *
 * @param base the base directory
 * @param channel the channel's name
 * @param contentType the content type that it expects, empty for any
 * @param connectTimeout how long it tries to attach
 * @param collectWhenStarving whether a garbage collection may be asked for when the producer waits for slots
 * @param lostFrames the account of frames that are not closed
 */
public record ConsumerSettings(BaseDirectory base, String channel, String contentType, Duration connectTimeout,
        boolean collectWhenStarving, LostFrames lostFrames) {}
