package io.github.reactorshm;

import java.util.concurrent.atomic.AtomicBoolean;

import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

/** Waits for a slot for each subscriber; the operator behind {@link ShmSink#acquire()}. */
final class SlotAcquisition extends Mono<ShmSlot> {

    private final SlotGate gate;

    SlotAcquisition(SlotGate gate) {
        this.gate = gate;
    }

    @Override
    public void subscribe(CoreSubscriber<? super ShmSlot> actual) {
        actual.onSubscribe(new Waiting(actual, gate));
    }

    private static final class Waiting implements Subscription, SlotWaiter {

        private final CoreSubscriber<? super ShmSlot> actual;
        private final SlotGate gate;
        private final AtomicBoolean asked = new AtomicBoolean();
        private final AtomicBoolean settled = new AtomicBoolean();

        Waiting(CoreSubscriber<? super ShmSlot> actual, SlotGate gate) {
            this.actual = actual;
            this.gate = gate;
        }

        @Override
        public void request(long n) {
            if (Operators.validate(n) && asked.compareAndSet(false, true)) {
                gate.add(this);
                if (settled.get()) {
                    // Cancelled at this moment, before it was in the queue.
                    gate.remove(this);
                }
            }
        }

        @Override
        public void cancel() {
            if (settled.compareAndSet(false, true)) {
                gate.remove(this);
            }
        }

        @Override
        public boolean deliver(ShmSlot slot) {
            if (!settled.compareAndSet(false, true)) {
                return false;
            }
            try {
                actual.onNext(slot);
                actual.onComplete();
            } catch (Throwable e) {
                // Rule 2.13 forbids it; others wait behind.
                slot.abort();
                Operators.onErrorDropped(e, actual.currentContext());
            }
            return true;
        }

        @Override
        public void fail(Throwable error) {
            if (settled.compareAndSet(false, true)) {
                try {
                    actual.onError(error);
                } catch (Throwable e) {
                    Operators.onErrorDropped(e, actual.currentContext());
                }
            }
        }
    }
}
