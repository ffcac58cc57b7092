package io.github.reactorshm.channel;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToLongFunction;

/** What the subscriptions of one source have seen, in all. Thread-safe. */
public final class ConsumerGauges {

    private final Set<ConsumerCounts> live = ConcurrentHashMap.newKeySet();
    private final LongAdder received = new LongAdder();
    private final LongAdder skipped = new LongAdder();
    private final LongAdder redelivered = new LongAdder();

    /** A source that has seen nothing. */
    public ConsumerGauges() {}

    void add(ConsumerCounts counts) {
        live.add(counts);
    }

    void remove(ConsumerCounts counts) {
        if (live.remove(counts)) {
            received.add(counts.received());
            skipped.add(counts.skipped());
            redelivered.add(counts.redelivered());
        }
    }

    private long sum(LongAdder ended, ToLongFunction<ConsumerCounts> count) {
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
}
