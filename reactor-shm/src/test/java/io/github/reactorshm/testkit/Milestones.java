package io.github.reactorshm.testkit;

import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListMap;

/** Futures that complete when a count reaches them, or when no more is to come. */
final class Milestones {

    private final Map<Long, CompletableFuture<String>> waiting = new ConcurrentSkipListMap<>();
    private long reached;
    private boolean over;

    /** A future of the count that was reached when it was due; fewer than asked for if the end came first. */
    synchronized CompletableFuture<String> at(long count) {
        if (over || reached >= count) {
            return CompletableFuture.completedFuture(String.valueOf(reached));
        }
        return waiting.computeIfAbsent(count, c -> new CompletableFuture<>());
    }

    synchronized void reach(long count) {
        reached = count;
        Iterator<Map.Entry<Long, CompletableFuture<String>>> first = waiting.entrySet().iterator();
        while (first.hasNext()) {
            Map.Entry<Long, CompletableFuture<String>> milestone = first.next();
            if (milestone.getKey() > count) {
                return;
            }
            first.remove();
            milestone.getValue().complete(String.valueOf(count));
        }
    }

    synchronized void end() {
        over = true;
        waiting.values().forEach(future -> future.complete(String.valueOf(reached)));
        waiting.clear();
    }
}
