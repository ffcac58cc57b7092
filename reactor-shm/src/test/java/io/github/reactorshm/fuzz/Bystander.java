package io.github.reactorshm.fuzz;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import io.github.reactorshm.ShmSink;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.Payloads;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** An honest sink with an endless upstream, and an honest subscriber that checks order and every byte. */
final class Bystander implements AutoCloseable, CoreSubscriber<Long> {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Payloads NUMBERS = Payloads.varied(0, 200);

    private final ShmSink<Long> sink;
    private final AtomicLong received = new AtomicLong();
    private volatile Subscription subscription;
    private volatile String fault = "";

    Bystander(Channel channel) {
        sink = channel.sink(NUMBERS).open();
        AtomicLong number = new AtomicLong();
        Flux.<Long>generate(out -> out.next(number.incrementAndGet())).subscribe(sink);
        Flux.from(channel.source(NUMBERS).build()).subscribe(this);
        goesOn();
    }

    ShmSink<Long> sink() {
        return sink;
    }

    @Override
    public void onSubscribe(Subscription s) {
        subscription = s;
        s.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(Long tag) {
        long due = received.get() + 1;
        if (Payloads.number(tag) != due) {
            fault = "element " + Payloads.number(tag) + " where " + due + " was due";
        }
        received.set(due);
    }

    @Override
    public void onError(Throwable t) {
        fault = t.toString();
    }

    @Override
    public void onComplete() {
        fault = "it completed";
    }

    /** Waits for some more elements, none of them wrong. */
    void goesOn() {
        long before = received.get();
        long until = System.nanoTime() + PATIENCE.toNanos();
        // Thousands of times a test: it takes a few microseconds, and is not worth another thread.
        while (received.get() <= before + 10 && fault.isEmpty() && System.nanoTime() < until) {
            LockSupport.parkNanos(20_000);
        }
        assertThat(fault).isEmpty();
        assertThat(received.get()).as("elements after %s", PATIENCE).isGreaterThan(before + 10);
    }

    @Override
    public void close() {
        goesOn();
        Accounts.awaitSubscriptions(sink, 1);
        subscription.cancel();
        await().until(sink::isDisposed);
        assertThat(fault).isEmpty();
    }
}
