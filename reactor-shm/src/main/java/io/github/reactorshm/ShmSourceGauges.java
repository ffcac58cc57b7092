package io.github.reactorshm;

import java.time.Duration;
import java.util.Optional;

/**
 * What a {@link ShmSource}, or {@link ShmFrames}, looks like at the moment, over all its subscriptions, also those that have ended. To
 * be read by any thread at any time; each figure is read by itself: two of them need not be of the same moment.
 *
 * <p>
 * Counters only grow; everything else is a gauge. {@code io.github.reactorshm.micrometer.ShmSourceMetrics} makes meters of them.
 */
public interface ShmSourceGauges {

    /**
     * The channel that it subscribes to.
     *
     * @return the channel's name
     */
    String getChannel();

    /**
     * How its subscriptions are served.
     *
     * @return the mode
     */
    ShmMode getMode();

    /**
     * The group that its subscriptions are members of.
     *
     * @return the group's name, empty if it is of none
     */
    String getGroup();

    /**
     * Subscriptions that have not ended, attached or not yet. A gauge.
     *
     * @return the number
     */
    int subscriptions();

    /**
     * Frames that came out of the channel. A counter.
     *
     * @return the number of frames
     */
    long received();

    /**
     * Frames that were passed over because newer ones took their place: the gaps in the sequences. A counter.
     *
     * @return the number of frames, 0 in other modes than {@link ShmMode#LATEST}
     */
    long skipped();

    /**
     * Frames that another member of the group may have seen before. A counter.
     *
     * @return the number of frames, 0 in other modes than {@link ShmMode#GROUP}
     */
    long redelivered();

    /**
     * Slots of frames that came out of the channel and were not given back, those of {@link #keptSlots()} included. A gauge.
     *
     * @return the number of slots
     */
    int heldSlots();

    /**
     * Slots of frames that were lost without being closed after a view of them was handed out: they are kept until this process
     * ends. A gauge.
     *
     * @return the number of slots
     */
    long keptSlots();

    /**
     * Slots of frames that were lost without being closed and were given back. A counter.
     *
     * @return the number of frames
     */
    long reclaimedSlots();

    /**
     * How long ago the newest frame that came out of the channel was published. A gauge.
     *
     * @return the time, empty before the first frame
     */
    Optional<Duration> lastFrameAge();

    /**
     * How often the thread {@code reactor-shm-source}, which all sources of this JVM share, found nothing to do and waited. A counter.
     *
     * @return the number
     */
    long parks();

    /**
     * How many of those waits were ended by a peer's bell or another thread, and not by the 50 ms after which the thread looks again by
     * itself. A counter.
     *
     * @return the number
     */
    long wakeUps();
}
