package io.github.reactorshm.channel;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What a producer is told.
 *
 * @param contentType what the frames are
 * @param attributes what else a consumer should know
 * @param demandTimeout how long there may be no demand, or null for ever
 * @param stallTimeout how long subscriptions may hold the whole pool while there is demand, or null for ever
 */
public record ProducerSettings(String contentType, Map<String, String> attributes, @Nullable Duration demandTimeout,
        @Nullable Duration stallTimeout) {}
