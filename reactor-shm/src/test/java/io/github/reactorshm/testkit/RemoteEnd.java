package io.github.reactorshm.testkit;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** A subscription or a sink in a child, as its parent sees it. */
public final class RemoteEnd {

    private final ChildJvm child;
    private final String id;

    private RemoteEnd(ChildJvm child, String id) {
        this.child = child;
        this.id = id;
    }

    /**
     * Subscribes in a child that plays {@link SourceRole}.
     *
     * @param child the child
     * @param id a name for the subscription
     * @param options see {@link SourceRole#flux} and {@link SourceProbe}
     * @return the subscription; it attaches by itself
     */
    public static RemoteEnd subscribe(ChildJvm child, String id, String options) {
        child.call("subscribe", Options.parse(options).with("id", id));
        return new RemoteEnd(child, id);
    }

    /**
     * Opens a sink in a child that plays {@link SinkRole}.
     *
     * @param child the child
     * @param id a name for the sink
     * @param options see {@link SinkProbe}
     * @return the sink, open
     */
    public static RemoteEnd open(ChildJvm child, String id, String options) {
        child.call("open", Options.parse(options).with("id", id));
        return new RemoteEnd(child, id);
    }

    public ChildJvm child() {
        return child;
    }

    /**
     * Has it do something.
     *
     * @param verb a verb of its role
     * @return the answer
     */
    public String call(String verb) {
        return child.call(verb, new Options().with("id", id));
    }

    public void request(long n) {
        child.call("request", new Options().with("id", id).with("n", n));
    }

    public Options state() {
        return Options.parse(call("state"));
    }

    public Signals signals() {
        return Signals.parse(state());
    }

    /**
     * When a count has been reached, or the end has come.
     *
     * @param what {@code received} of a source, {@code emitted} of a sink
     * @param n how many
     * @return a future of the number reached
     */
    public CompletableFuture<Long> reached(String what, long n) {
        return child.ask(what, new Options().with("id", id).with("n", n)).thenApply(Long::valueOf);
    }

    /**
     * Waits for a count.
     *
     * @param what {@code received} of a source, {@code emitted} of a sink
     * @param n how many
     */
    public void await(String what, long n) {
        await(what, n, ChildJvm.PATIENCE);
    }

    /**
     * Waits for a count.
     *
     * @param what {@code received} of a source, {@code emitted} of a sink
     * @param n how many
     * @param patience how long
     */
    public void await(String what, long n, Duration patience) {
        String reached = child.await(child.ask(what, new Options().with("id", id).with("n", n)), patience,
                what + " " + n);
        if (Long.parseLong(reached) < n) {
            throw new AssertionError(child + ": ended after " + reached + " of " + n + ": " + state());
        }
    }

    /**
     * Waits for the terminal signal.
     *
     * @return what was seen
     */
    public Signals awaitEnd() {
        return awaitEnd(ChildJvm.PATIENCE);
    }

    /**
     * Waits for the terminal signal.
     *
     * @param patience how long
     * @return what was seen
     */
    public Signals awaitEnd(Duration patience) {
        return Signals
                .parse(Options.parse(child.await(child.ask("end", new Options().with("id", id)), patience, "the end")));
    }

    /** Waits until a sink's upstream is cancelled. */
    public void awaitCancelled() {
        child.await(child.ask("cancelled", new Options().with("id", id)), ChildJvm.PATIENCE, "the upstream's cancel");
    }
}
