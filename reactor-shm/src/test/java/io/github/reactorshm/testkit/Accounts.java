package io.github.reactorshm.testkit;

import java.time.Duration;

import io.github.reactorshm.ShmSink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a sink's own gauges must say. */
public final class Accounts {

    /** A slot is back as soon as the sink looks, by a bell or at the latest after 250 ms; the rest is for a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration OFTEN = Duration.ofMillis(2);

    private Accounts() {}

    /** Waits until no subscriber holds a slot and each is free, or reserved for an element that was asked for. */
    public static void awaitAllBack(ShmSink<?> sink) {
        await().atMost(PATIENCE).pollDelay(Duration.ZERO).pollInterval(OFTEN).untilAsserted(() -> {
            assertThat(sink.heldSlots()).as("held slots of %s", sink).isZero();
            assertThat(sink.freeSlots() + sink.credit()).as("free and reserved slots of %s", sink)
                    .isEqualTo(sink.slots());
        });
    }

    public static void awaitHeld(ShmSink<?> sink, int held) {
        await().atMost(PATIENCE).pollDelay(Duration.ZERO).pollInterval(OFTEN)
                .untilAsserted(() -> assertThat(sink.heldSlots()).as("held slots of %s", sink).isEqualTo(held));
    }

    public static void awaitSubscriptions(ShmSink<?> sink, int n) {
        await().atMost(PATIENCE).pollDelay(Duration.ZERO).pollInterval(OFTEN)
                .untilAsserted(() -> assertThat(sink.subscriptions()).as("subscriptions of %s", sink).isEqualTo(n));
    }
}
