package io.github.reactorshm;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import reactor.core.publisher.Flux;

/**
 * What a {@link ShmSink} looks like at the moment, to be read by any thread at any time, also after its end. Figures are as of the
 * sink's last look at its channel, at most 250 ms ago, and each is read by itself: two of them need not be of the same moment.
 *
 * <p>
 * Counters only grow; everything else is a gauge. {@code io.github.reactorshm.micrometer.ShmSinkMetrics} makes meters of them.
 */
public interface ShmSinkGauges {

    /**
     * What the channel says of itself.
     *
     * @return the channel's description
     */
    ShmChannelInfo getInfo();

    /**
     * Slots of the pool.
     *
     * @return the number
     */
    int slots();

    /**
     * Slots that are neither reserved for an element that was asked for nor held by a subscriber. A gauge.
     *
     * @return the number
     */
    int freeSlots();

    /**
     * Slots that subscribers hold, each counted once for each of them. A gauge; {@link #subscriptionGauges()} says who holds them.
     *
     * @return the number
     */
    int heldSlots();

    /**
     * Slots that were acquired and lost without being published or aborted, after their memory was handed out: they are kept until this
     * process ends. A gauge. What subscribers lose in their processes is theirs to tell ({@link ShmSourceGauges#keptSlots()}).
     *
     * @return the number
     */
    int keptSlots();

    /**
     * Subscribers that are attached and get frames. A gauge.
     *
     * @return the number
     */
    int subscriptions();

    /**
     * Each subscription that is in the books: those that get frames, and those that ended and have not given all frames back. The
     * gauges of one that has gone keep their last values.
     *
     * @return the subscriptions, in the order in which they came; unmodifiable
     */
    List<ShmSubscriptionGauges> subscriptionGauges();

    /**
     * Says when {@link #subscriptionGauges()} has others in it: at once, and whenever a subscription has come or gone. A subscriber that
     * is behind gets the newest list only.
     *
     * @return the lists, on a thread of the library's that may block; completes when the sink has ended, however it did
     */
    Flux<List<ShmSubscriptionGauges>> subscriptionChanges();

    /**
     * Elements that the upstream was asked for and has not emitted. A gauge.
     *
     * @return the number
     */
    long credit();

    /**
     * What those who pace the sink still wait for: the least of the demands of each lossless subscriber and each group as a whole,
     * {@code Long.MAX_VALUE} less what was delivered if all are unbounded, and {@code Long.MAX_VALUE} if all subscribers want
     * the latest frame only. A gauge.
     *
     * @return the number of elements, 0 if there is no subscriber
     */
    long demand();

    /**
     * Frames that were published. A counter.
     *
     * @return the number
     */
    long published();

    /**
     * Frames that wait in groups for a member that asks, or, if {@link ShmSinkBuilder#keepOpen()} is set, for the next subscriber. A
     * gauge.
     *
     * @return the number
     */
    int waitingFrames();

    /**
     * Frames that were published and that nobody gets any more: given to a subscriber that cancelled before it took them, or dropped
     * with the last member of a group or at the channel's end. A counter.
     *
     * @return the number
     */
    long discarded();

    /**
     * Whether subscribers have held the whole pool, or all members of a group what they may, for 2 s or more while there is demand. A gauge.
     *
     * @return true if they do
     */
    boolean stalled();

    /**
     * Those who wait in {@link ShmSink#acquire()}. A gauge.
     *
     * @return the number
     */
    int waiters();

    /**
     * How long ago the newest frame was published. A gauge.
     *
     * @return the time, empty before the first frame
     */
    Optional<Duration> newestFrameAge();

    /**
     * How often the thread {@code reactor-shm-sink}, which all sinks of this JVM share, found nothing to do and waited. A counter.
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
