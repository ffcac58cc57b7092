package io.github.reactorshm;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

import io.github.reactorshm.channel.TakenSlot;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmFrameTooLargeException;

/**
 * A free slot that was acquired from a {@link ShmSink}, to be filled in place and then published, or aborted: by a capture
 * callback, say, or by a native library that wants an address.
 *
 * <p>
 * <b>Ownership.</b> Whoever acquires it calls {@link #publish} or {@link #abort}, exactly one of them, once; {@link #close()} aborts
 * what was not published. After that the memory belongs to others and must not be touched. A slot that becomes unreachable without
 * either is reported by a warning, and another one is given out in its place; it is free again only if its memory was never handed
 * out.
 *
 * <p>
 * <b>Threads.</b> One thread at a time uses a slot; different slots may be filled and published by different threads at once.
 * Frames get their sequence in the order in which {@link #publish} is called.
 */
public final class ShmSlot implements AutoCloseable {

    private final ShmSink<?> sink;
    private final TakenSlot taken;
    private final AtomicBoolean ended = new AtomicBoolean();

    ShmSlot(ShmSink<?> sink, TakenSlot taken) {
        this.sink = sink;
        this.taken = taken;
    }

    /**
     * The memory to fill: writable, 64-byte aligned, as long as a slot. It holds old bytes. The 64 bytes behind it belong to nobody,
     * so a native scaler may overrun it by that much.
     *
     * @return the memory; its {@code address()} may be handed to native code until the slot is published or aborted
     * @throws IllegalStateException if it was published or aborted
     */
    public MemorySegment segment() {
        if (ended.get()) {
            throw new IllegalStateException(text("was published or aborted already"));
        }
        return taken.memory();
    }

    /**
     * Publishes the first bytes of the slot as a frame with tag 0.
     *
     * @param length the payload's length in bytes, from 0 to the slot's size
     * @throws ShmException as {@link #publish(long, long)}
     */
    public void publish(long length) {
        publish(length, 0);
    }

    /**
     * Publishes the first bytes of the slot as a frame. Does not block.
     *
     * @param length the payload's length in bytes, from 0 to the slot's size
     * @param tag a number that travels with the frame, {@link ShmFrame#tag()}
     * @throws ShmFrameTooLargeException if the length is more than a slot's; the slot can still be published or aborted
     * @throws IllegalArgumentException if the length is negative; the slot can still be published or aborted
     * @throws IllegalStateException if it was published or aborted
     * @throws ShmException if the channel has ended, with the reason; the slot is given up
     */
    public void publish(long length, long tag) {
        if (length < 0) {
            throw new IllegalArgumentException(text("cannot hold " + length + " bytes"));
        }
        if (length > sink.getInfo().slotSize()) {
            throw new ShmFrameTooLargeException(length, sink.getInfo().slotSize());
        }
        if (!ended.compareAndSet(false, true)) {
            throw new IllegalStateException(text("was published or aborted already"));
        }
        if (!taken.publish(length, tag)) {
            throw sink.overError();
        }
    }

    /**
     * Gives the slot up; it is free again. Idempotent, and without effect after {@link #publish}. Does not block. In a pool without another
     * free slot, the acquired one may have been that of the newest frame, which subscribers to the latest one then miss.
     */
    public void abort() {
        if (ended.compareAndSet(false, true)) {
            taken.abort();
        }
    }

    /** {@link #abort()}, unless it was published. */
    @Override
    public void close() {
        abort();
    }

    private String text(String what) {
        return "a slot of channel " + sink.getInfo().name() + " " + what;
    }
}
