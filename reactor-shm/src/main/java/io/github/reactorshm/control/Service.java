package io.github.reactorshm.control;

import io.github.reactorshm.layout.DeliveryMode;

/**
 * How a subscription wants to be served.
 *
 * @param mode its mode
 * @param group the group that it joins, empty in other modes
 * @param replayLatest whether it begins with the newest frame that there is; in mode LATEST
 */
public record Service(DeliveryMode mode, String group, boolean replayLatest) {

    /** Every frame from the next one on. */
    public static final Service LOSSLESS = new Service(DeliveryMode.LOSSLESS, "", false);
}
