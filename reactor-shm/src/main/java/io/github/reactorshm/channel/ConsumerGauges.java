package io.github.reactorshm.channel;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;

/** What the subscriptions of one source have seen, in all. Thread-safe. */
public final class ConsumerGauges {

    private final Set<ConsumerCounts> live = ConcurrentHashMap.newKeySet();
    private final Set<Attachment> attachments = ConcurrentHashMap.newKeySet();
    private final AtomicLong lastNanos = new AtomicLong();
    private final LongAdder received = new LongAdder();
    private final LongAdder skipped = new LongAdder();
    private final LongAdder redelivered = new LongAdder();

    /** A source that has seen nothing. */
    public ConsumerGauges() {}

    // One at a time: a subscription that ends must be in one of both.
    synchronized void add(ConsumerCounts counts) {
        live.add(counts);
    }

    synchronized void remove(ConsumerCounts counts) {
        if (live.remove(counts)) {
            lastNanos.accumulateAndGet(counts.lastNanos(), Math::max);
            received.add(counts.received());
            skipped.add(counts.skipped());
            redelivered.add(counts.redelivered());
        }
    }

    void add(Attachment attachment) {
        attachments.add(attachment);
    }

    void remove(Attachment attachment) {
        attachments.remove(attachment);
    }

    private synchronized long sum(LongAdder ended, ToLongFunction<ConsumerCounts> count) {
        long sum = ended.sum();
        for (ConsumerCounts counts : live) {
            sum += count.applyAsLong(counts);
        }
        return sum;
    }

    /**
     * Frames that came out of the channel.
     *
     * @return the number
     */
    public long received() {
        return sum(received, ConsumerCounts::received);
    }

    /**
     * Frames that were passed over since newer ones took their place: the gaps in the sequences.
     *
     * @return the number, 0 in other modes than LATEST
     */
    public long skipped() {
        return sum(skipped, ConsumerCounts::skipped);
    }

    /**
     * Frames that another member of the group may have seen before.
     *
     * @return the number
     */
    public long redelivered() {
        return sum(redelivered, ConsumerCounts::redelivered);
    }

    /**
     * Slots of frames that came out of the channel and were not given back; also those of subscriptions that have ended.
     *
     * @return the number
     */
    public int held() {
        int n = 0;
        for (Attachment attachment : attachments) {
            n += attachment.held();
        }
        return n;
    }

    /**
     * When the newest frame that came out of the channel was published, on the clock of {@link System#nanoTime()}; of no meaning before
     * the first one.
     *
     * @return nanoseconds, as the producers say
     */
    public long lastNanos() {
        long newest = lastNanos.get();
        for (ConsumerCounts counts : live) {
            newest = Math.max(newest, counts.lastNanos());
        }
        return newest;
    }
}
