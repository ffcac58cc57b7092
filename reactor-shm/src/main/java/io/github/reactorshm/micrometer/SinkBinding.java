package io.github.reactorshm.micrometer;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import io.github.reactorshm.ShmSinkGauges;
import io.github.reactorshm.ShmSubscriptionGauges;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.util.Logger;
import reactor.util.Loggers;

/** The meters of one sink in one registry: its own, and those of the subscriptions that are there. */
final class SinkBinding implements Disposable {

    private static final Logger LOG = Loggers.getLogger(SinkBinding.class);
    private static final String FRAMES = "frames";
    private static final String SLOTS = "slots";

    private final MeterRegistry registry;
    private final Tags tags;
    private final Meters<ShmSinkGauges> own;
    private final Map<ShmSubscriptionGauges, Meters<ShmSubscriptionGauges>> subscriptions = new HashMap<>();
    private final Disposable.Swap changes = Disposables.swap();
    private boolean over;

    SinkBinding(MeterRegistry registry, ShmSinkGauges sink, Tags extra) {
        this.registry = registry;
        this.tags = extra.and("channel", sink.getInfo().name());
        this.own = new Meters<>(registry, "reactor.shm.sink.", tags, sink);
    }

    void begin(ShmSinkGauges sink) {
        register();
        changes.update(sink.subscriptionChanges().subscribe(this::show, this::failed, this::dispose));
    }

    private synchronized void register() {
        own.gauge("slots", SLOTS, "Slots of the pool", ShmSinkGauges::slots);
        own.gauge("free", SLOTS, "Slots that are neither reserved nor held", ShmSinkGauges::freeSlots);
        own.gauge("held", SLOTS, "Slots that subscribers hold, each counted once for each of them",
                ShmSinkGauges::heldSlots);
        own.gauge("kept", SLOTS, "Slots that were acquired and lost, and are kept until the process ends",
                ShmSinkGauges::keptSlots);
        own.gauge("subscriptions", "subscriptions", "Subscribers that get frames", ShmSinkGauges::subscriptions);
        own.gauge("demand", FRAMES, "What those who pace the sink still wait for", ShmSinkGauges::demand);
        own.gauge("credit", FRAMES, "What was asked of the upstream and has not come", ShmSinkGauges::credit);
        own.counter("published", FRAMES, "Frames that were published", ShmSinkGauges::published);
        own.gauge("waiting", FRAMES, "Frames that wait for a member of a group, or for a subscriber",
                ShmSinkGauges::waitingFrames);
        own.counter("discarded", FRAMES, "Frames that were published and that nobody gets any more",
                ShmSinkGauges::discarded);
        own.flag("stalled", "Subscribers hold the whole pool, or a group all that it may, while there is demand",
                ShmSinkGauges::stalled);
        own.gauge("waiters", null, "Those who wait for a slot to fill", ShmSinkGauges::waiters);
        own.age("age", "Time since the newest frame was published", ShmSinkGauges::newestFrameAge);
        own.counter("parks", null, "Waits of the thread that all sinks of the JVM share", ShmSinkGauges::parks);
        own.counter("wakeups", null, "Waits of that thread that a bell or another thread ended",
                ShmSinkGauges::wakeUps);
    }

    private synchronized void show(List<ShmSubscriptionGauges> present) {
        if (over) {
            return;
        }
        Set<ShmSubscriptionGauges> now = Set.copyOf(present);
        subscriptions.entrySet().removeIf(entry -> {
            boolean gone = !now.contains(entry.getKey());
            if (gone) {
                entry.getValue().remove();
            }
            return gone;
        });
        for (ShmSubscriptionGauges s : present) {
            subscriptions.computeIfAbsent(s, this::register);
        }
    }

    private Meters<ShmSubscriptionGauges> register(ShmSubscriptionGauges s) {
        Tags its = tags.and(serviceTags(s.getMode().name(), s.getGroup())).and("subscription",
                String.valueOf(s.getId()));
        Meters<ShmSubscriptionGauges> meters = new Meters<>(registry, "reactor.shm.subscription.", its, s);
        meters.gauge("demand", FRAMES, "What the subscription asked for and was not given",
                ShmSubscriptionGauges::demand);
        meters.gauge("held", SLOTS, "Slots that the subscription has not given back",
                ShmSubscriptionGauges::heldSlots);
        meters.counter("delivered", FRAMES, "Frames that the subscription was given",
                ShmSubscriptionGauges::delivered);
        meters.counter("skipped", FRAMES, "Frames that newer ones took the place of, in mode latest",
                ShmSubscriptionGauges::skipped);
        meters.counter("redelivered", FRAMES, "Frames that another member of the group may have seen before",
                ShmSubscriptionGauges::redelivered);
        meters.flag("hoarding", "The subscription is at its limit of held frames and gives none back",
                ShmSubscriptionGauges::hoarding);
        return meters;
    }

    static Tags serviceTags(String mode, String group) {
        return Tags.of("mode", mode.toLowerCase(Locale.ROOT), "group", group.isEmpty() ? "none" : group);
    }

    private void failed(Throwable error) {
        LOG.warn("the meters " + tags + " are removed, since the registry refused one of them", error);
        dispose();
    }

    @Override
    public void dispose() {
        removeAll();
        changes.dispose();
    }

    private synchronized void removeAll() {
        over = true;
        own.remove();
        subscriptions.values().forEach(Meters::remove);
        subscriptions.clear();
    }

    @Override
    public synchronized boolean isDisposed() {
        return over;
    }
}
