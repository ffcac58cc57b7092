package io.github.reactorshm;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.reactorshm.channel.Producer;
import io.github.reactorshm.channel.TakenSlot;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;

/**
 * The upstream of a sink that has no publisher: those who wait for a slot, first come, first served. What the sink "requests"
 * are slots that it has reserved.
 */
final class SlotGate implements Subscription {

    private final ShmSink<?> sink;
    private final Producer producer;
    private final Queue<SlotWaiter> waiters = new ConcurrentLinkedQueue<>();
    private final AtomicInteger wip = new AtomicInteger();

    SlotGate(ShmSink<?> sink, Producer producer) {
        this.sink = sink;
        this.producer = producer;
    }

    /** Slots were reserved; on the loop. */
    @Override
    public void request(long n) {
        serve();
    }

    /** The sink takes no more frames; on the loop. */
    @Override
    public void cancel() {
        serve();
    }

    /** The sink takes no more frames; any thread. */
    void over() {
        serve();
    }

    @Nullable
    ShmSlot poll() {
        TakenSlot taken = producer.take();
        return taken == null ? null : new ShmSlot(sink, taken);
    }

    void add(SlotWaiter waiter) {
        waiters.add(waiter);
        serve();
    }

    void remove(SlotWaiter waiter) {
        waiters.remove(waiter);
    }

    int waiting() {
        return waiters.size();
    }

    private void serve() {
        if (wip.getAndIncrement() != 0) {
            return;
        }
        int missed = 1;
        do {
            serveAll();
            missed = wip.addAndGet(-missed);
        } while (missed != 0);
    }

    private void serveAll() {
        for (SlotWaiter first = waiters.peek(); first != null; first = waiters.peek()) {
            if (producer.over()) {
                waiters.remove(first);
                first.fail(sink.overError());
                continue;
            }
            ShmSlot slot = poll();
            if (slot == null) {
                if (producer.over()) {
                    continue;
                }
                return;
            }
            waiters.remove(first);
            if (!first.deliver(slot)) {
                // It was cancelled at this moment: the next one, or nobody, gets a slot.
                slot.abort();
            }
        }
    }
}
