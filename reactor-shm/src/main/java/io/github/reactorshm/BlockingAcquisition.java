package io.github.reactorshm;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.github.reactorshm.control.Nanos;
import io.github.reactorshm.error.ShmAcquireTimeoutException;
import io.github.reactorshm.error.ShmException;
import reactor.core.Exceptions;

/** Somebody who blocks until there is a slot. */
final class BlockingAcquisition implements SlotWaiter {

    private final CompletableFuture<ShmSlot> slot = new CompletableFuture<>();

    /** Blocks. */
    ShmSlot await(SlotGate gate, ShmSink<?> sink, Duration timeout) {
        gate.add(this);
        try {
            return slot.get(Nanos.of(timeout), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            return giveUp(gate, new ShmAcquireTimeoutException(sink.getInfo().name(), timeout, sink.slots(),
                    sink.heldSlots(), sink.demand()));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return giveUp(gate, Exceptions.propagate(e));
        } catch (ExecutionException e) {
            throw unwrapped(e);
        }
    }

    private ShmSlot giveUp(SlotGate gate, RuntimeException error) {
        gate.remove(this);
        if (slot.completeExceptionally(error)) {
            throw error;
        }
        // The slot, or the end of the channel, came at the last moment.
        try {
            return slot.join();
        } catch (CompletionException e) {
            throw unwrapped(e);
        }
    }

    private static RuntimeException unwrapped(Exception e) {
        Throwable why = e.getCause();
        return why instanceof ShmException shm ? shm : Exceptions.propagate(why == null ? e : why);
    }

    @Override
    public boolean deliver(ShmSlot delivered) {
        return slot.complete(delivered);
    }

    @Override
    public void fail(Throwable error) {
        slot.completeExceptionally(error);
    }
}
