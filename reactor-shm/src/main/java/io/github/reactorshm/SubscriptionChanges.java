package io.github.reactorshm;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import io.github.reactorshm.control.CallbackThreads;
import io.github.reactorshm.control.ControlThread;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Sinks;

/** Tells users who is subscribed to a sink, one after the other, on threads that may block. */
final class SubscriptionChanges {

    private final Supplier<List<ShmSubscriptionGauges>> present;
    private final Sinks.Many<List<ShmSubscriptionGauges>> lists = Sinks.many().replay()
            .latestOrDefault(List.of());
    private final AtomicInteger wip = new AtomicInteger();
    private volatile boolean over;

    SubscriptionChanges(Supplier<List<ShmSubscriptionGauges>> present) {
        this.present = present;
    }

    Flux<List<ShmSubscriptionGauges>> flux() {
        return lists.asFlux();
    }

    /** Somebody came or went. Any thread; does not block. */
    void changed() {
        if (wip.getAndIncrement() == 0) {
            ControlThread.get().execute(() -> CallbackThreads.execute(this::tell));
        }
    }

    /** Nobody comes any more. */
    void over() {
        over = true;
        changed();
    }

    private void tell() {
        int missed = wip.get();
        do {
            boolean last = over;
            lists.tryEmitNext(present.get());
            if (last) {
                lists.tryEmitComplete();
            }
            missed = wip.addAndGet(-missed);
        } while (missed != 0);
    }
}
