package io.github.reactorshm.channel;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

import io.github.reactorshm.layout.DeliveryMode;
import org.jspecify.annotations.Nullable;

/**
 * What a producer is told.
 *
 * @param contentType what the frames are
 * @param attributes what else a consumer should know
 * @param demandTimeout how long there may be no demand, or null for ever
 * @param stallTimeout how long subscriptions may hold the whole pool, or all that a group may, while there is demand, or null for ever
 * @param modes how subscriptions may be served
 * @param heldLimit how many slots one that is not lossless may hold, 0 for what follows from the number of subscriptions
 * @param keepOpen whether the channel goes on when its last subscription has gone
 * @param awaitSubscribers how many subscriptions must be there before the first element is asked for
 */
public record ProducerSettings(String contentType, Map<String, String> attributes, @Nullable Duration demandTimeout,
        @Nullable Duration stallTimeout, Set<DeliveryMode> modes, int heldLimit, boolean keepOpen,
        int awaitSubscribers) {}
