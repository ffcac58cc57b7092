package io.github.reactorshm.tck.harness;

import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.github.reactorshm.testkit.ChildConsole;
import io.github.reactorshm.testkit.Options;

/** The other JVM of a verification: has the far ends of channels, and does with them what {@link FarJvm} says. */
public final class FarEnd {

    private final LocalProducers producers;
    private final LocalConsumers consumers;
    private final Map<String, SignalQueue> received = new ConcurrentHashMap<>();

    private FarEnd(Path base) {
        this.producers = new LocalProducers(base);
        this.consumers = new LocalConsumers(base);
    }

    /**
     * The child's life.
     *
     * @param args the base directory
     */
    public static void main(String[] args) {
        new FarEnd(Path.of(args[0])).run();
    }

    private void run() {
        ChildConsole console = new ChildConsole();
        console.verb("send", o -> done(() -> producers.send(channel(o), o.number("elements"))));
        console.verb("open", o -> done(() -> producers.open(channel(o))));
        console.verb("fail", o -> done(() -> producers.fail(channel(o))));
        console.verb("attached", o -> done(() -> producers.awaitAttached(channel(o), o.whole("subscribers", 1))));
        console.verb("dispose", o -> done(producers::disposeAll));

        console.verb("subscribe", o -> done(() -> subscribe(channel(o))));
        console.verb("request", o -> done(() -> signals(o).request(o.number("n"))));
        console.verb("cancel", o -> done(() -> signals(o).cancel()));
        console.later("signal", o -> signals(o).next());
        console.verb("cancelAll", o -> done(this::cancelAll));

        console.verb("relay", o -> done(() -> relay(o.text("from"), o.text("to"), o.whole("slots", 1))));
        console.run();
    }

    private void subscribe(String channel) {
        SignalQueue queue = new SignalQueue();
        received.put(channel, queue);
        consumers.source(channel).subscribe(queue);
    }

    private void cancelAll() {
        consumers.cancelAll();
        received.clear();
    }

    private void relay(String from, String to, int slots) {
        consumers.source(from).subscribe(producers.openSink(to, slots));
    }

    private SignalQueue signals(Options options) {
        SignalQueue queue = received.get(channel(options));
        if (queue == null) {
            throw new IllegalArgumentException("nobody subscribed to channel " + channel(options));
        }
        return queue;
    }

    private static String channel(Options options) {
        return options.text("channel");
    }

    private static String done(Runnable action) {
        action.run();
        return "";
    }
}
