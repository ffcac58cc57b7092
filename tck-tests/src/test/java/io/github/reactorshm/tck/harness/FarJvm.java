package io.github.reactorshm.tck.harness;

import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Options;
import io.github.reactorshm.testkit.Resources;
import org.reactivestreams.Publisher;

import static org.awaitility.Awaitility.await;

/** A child JVM that has the far ends of one verification's channels; {@link FarEnd} is what runs in it. */
final class FarJvm implements Producers, Consumers, Passage, AutoCloseable {

    private static final Options NONE = new Options();

    private final Base base;
    private final ChildJvm child;
    private final Resources before;

    FarJvm(Base base) {
        this.base = base;
        this.child = ChildJvm.start(FarEnd.class, base.path().toString());
        this.before = resources();
    }

    // ------------------------------------------------------------------ sinks there

    @Override
    public void send(String channel, long elements) {
        child.call("send", on(channel).with("elements", elements));
    }

    @Override
    public void open(String channel) {
        child.call("open", on(channel));
    }

    @Override
    public void fail(String channel) {
        child.call("fail", on(channel));
    }

    @Override
    public void awaitAttached(String channel, int subscribers) {
        child.call("attached", on(channel).with("subscribers", subscribers));
    }

    @Override
    public void disposeAll() {
        child.call("dispose", NONE);
    }

    // ------------------------------------------------------------------ sources there

    @Override
    public Publisher<Long> source(String channel) {
        return new FarSource(child, channel);
    }

    @Override
    public void cancelAll() {
        child.call("cancelAll", NONE);
    }

    // ------------------------------------------------------------------ both there

    @Override
    public String lead(String channel, int slots) {
        String out = base.newChannel();
        child.call("relay", new Options().with("from", channel).with("to", out).with("slots", slots));
        return out;
    }

    private static Options on(String channel) {
        return new Options().with("channel", channel);
    }

    private Resources resources() {
        return Resources.parse(Options.parse(child.call("resources", new Options().with("directory", base.path()))));
    }

    /** Asserts that the other JVM uses no mapping, descriptor or thread more than when it was new, and ends it. */
    @Override
    public void close() {
        try (child) {
            await().atMost(Times.HOUSEKEEPING).untilAsserted(() -> resources().assertNoMoreThan(before));
        }
    }
}
