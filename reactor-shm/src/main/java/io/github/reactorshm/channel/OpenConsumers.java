package io.github.reactorshm.channel;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;

/** The subscriptions of one source that have not ended, so that it can be disposed of. Thread-safe. */
public final class OpenConsumers {

    private final Set<Consumer<?>> open = ConcurrentHashMap.newKeySet();
    private final Sinks.Empty<Void> allEnded = Sinks.empty();
    private final AtomicBoolean endTold = new AtomicBoolean();
    private volatile boolean closing;

    /** A source without subscriptions. */
    public OpenConsumers() {}

    /** One more; on the thread that subscribes. */
    void add(Consumer<?> consumer) {
        open.add(consumer);
        if (closing) {
            consumer.refuse();
        }
    }

    /** One less; its terminal signal is out. */
    void remove(Consumer<?> consumer) {
        open.remove(consumer);
        if (closing && open.isEmpty()) {
            end();
        }
    }

    /** No subscription takes more frames than its ring holds; later ones fail. */
    public void leave() {
        closing = true;
        List.copyOf(open).forEach(Consumer::leave);
        signalIfEmpty();
    }

    /** Every subscription fails now, if it has not ended. */
    public void cutOff() {
        closing = true;
        List.copyOf(open).forEach(Consumer::cutOff);
        signalIfEmpty();
    }

    private void signalIfEmpty() {
        if (open.isEmpty()) {
            end();
        }
    }

    private void end() {
        // Whoever comes first; the others may come while it still runs what waits for the end.
        if (endTold.compareAndSet(false, true)) {
            allEnded.tryEmitEmpty().orThrow();
        }
    }

    /**
     * Whether the source is being disposed of.
     *
     * @return true if it takes no more subscribers
     */
    public boolean closing() {
        return closing;
    }

    /**
     * Subscriptions that have not ended.
     *
     * @return the number
     */
    public int size() {
        return open.size();
    }

    /**
     * Completes once the source is being disposed of and no subscription is left; on the thread of the last one's signal.
     *
     * @return the end
     */
    public Mono<Void> ended() {
        return allEnded.asMono();
    }
}
