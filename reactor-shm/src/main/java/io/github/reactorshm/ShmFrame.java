package io.github.reactorshm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

import io.github.reactorshm.channel.GuardedView;
import io.github.reactorshm.channel.HeldSlot;
import io.github.reactorshm.error.ShmFileException;
import io.github.reactorshm.error.ShmFrameClosedException;
import org.jspecify.annotations.Nullable;

/**
 * A handle to one frame in one slot of shared memory: the payload, read-only and in place, and its descriptor.
 *
 * <p>
 * <b>Ownership.</b> Whoever receives a handle closes it. {@link #retain()} gives a new handle that is closed on its own; the
 * last close gives the slot back to the producer. An open handle keeps its slot, and a slot that is kept is one less for the
 * stream: hold few, and not for long.
 *
 * <p>
 * <b>Threads.</b> Every method may be called from any thread; {@link #close()} does not block. A view that was taken from a
 * handle ({@link #segment()}, {@link #buffer()}) is right until the last handle is closed, and must not be used after that:
 * the producer may then write another frame into the slot.
 *
 * <p>
 * <b>Lost frames.</b> A frame that becomes unreachable without being closed is reported once, by a warning. If no view
 * of it was handed out, its slot is given back; otherwise the slot is kept until this process ends. The system property
 * {@code reactorshm.leaks}, which is read once, is {@code simple} by default; {@code debug} tells where a lost frame
 * was received and, with native access enabled, makes every view, slices and buffers too, throw once its handle is
 * closed; that costs some hundred microseconds a frame.
 *
 * <p>
 * <b>Errors.</b> After {@link #close()}, every method of that handle that reads the payload or makes another handle throws
 * {@link ShmFrameClosedException}; the descriptor ({@link #sequence()} and the like) can still be read.
 */
public final class ShmFrame implements AutoCloseable {

    private static final AtomicIntegerFieldUpdater<ShmFrame> CLOSED = AtomicIntegerFieldUpdater
            .newUpdater(ShmFrame.class, "closed");

    private final HeldSlot slot;
    /** The view of a debug level, which throws once this handle is closed; guarded by this. */
    private @Nullable GuardedView guarded;
    private volatile int closed;

    ShmFrame(HeldSlot slot) {
        this.slot = slot;
    }

    /**
     * The payload, in place: read-only, 64-byte aligned, {@link #length()} bytes.
     *
     * @return the payload
     * @throws ShmFrameClosedException if this handle is closed
     */
    public MemorySegment segment() {
        checkOpen();
        return GuardedView.wanted() ? guardedSegment() : slot.payload();
    }

    private synchronized MemorySegment guardedSegment() {
        checkOpen();
        GuardedView view = guarded;
        if (view == null) {
            view = new GuardedView(slot.payload());
            guarded = view;
        }
        return view.segment();
    }

    /**
     * The payload, in place, as a read-only buffer from 0 to {@link #length()}, big-endian as every new buffer.
     *
     * @return a new buffer
     * @throws ShmFrameClosedException if this handle is closed
     * @throws UnsupportedOperationException if the payload is longer than a buffer can be, 2,147,483,647 bytes
     */
    public ByteBuffer buffer() {
        return segment().asByteBuffer();
    }

    /**
     * A copy of the payload, which stays right after the close.
     *
     * @return a new array
     * @throws ShmFrameClosedException if this handle is closed
     * @throws IllegalStateException if the payload is longer than an array can be
     * @throws ShmFileException if somebody has truncated the pool's file
     */
    public byte[] copy() {
        try {
            return segment().toArray(ValueLayout.JAVA_BYTE);
        } catch (InternalError e) {
            throw slot.accessError(e);
        }
    }

    /** An error that a reader of the payload has thrown, typed where it comes of the mapping. */
    Throwable typed(Throwable error) {
        return error instanceof InternalError e ? slot.accessError(e) : error;
    }

    /**
     * The payload's length.
     *
     * @return the length in bytes, from 0 to the slot size
     */
    public long length() {
        return slot.length();
    }

    /**
     * The frame's number in its channel.
     *
     * @return 1 for the first frame of an incarnation, and one more for each that follows
     */
    public long sequence() {
        return slot.sequence();
    }

    /**
     * When the frame was published: the producer's {@link System#nanoTime()}, which on Linux is CLOCK_MONOTONIC, the same for
     * every process of a host and time namespace. So {@code System.nanoTime() - publishedNanos()} is its age.
     *
     * @return the time in nanoseconds
     */
    public long publishedNanos() {
        return slot.publishedNanos();
    }

    /**
     * The tag that the codec gave the frame, {@link ShmCodec#tag(Object)}.
     *
     * @return the tag, 0 by default
     */
    public long tag() {
        return slot.tag();
    }

    /**
     * Whether another consumer may have seen this frame before.
     *
     * @return true if it may; always false for a lossless subscription
     */
    public boolean redelivered() {
        return slot.redelivered();
    }

    /**
     * What the channel says of itself.
     *
     * @return the channel's description
     */
    public ShmChannelInfo info() {
        return ShmChannelInfo.of(slot.channel(), slot.header());
    }

    /**
     * Makes another handle to the same frame, which is closed on its own.
     *
     * @return the new handle
     * @throws ShmFrameClosedException if this handle is closed
     */
    public ShmFrame retain() {
        if (closed != 0 || !slot.retain()) {
            throw closedError();
        }
        return new ShmFrame(slot);
    }

    /**
     * Whether this handle is closed.
     *
     * @return true if it is
     */
    public boolean isClosed() {
        return closed != 0;
    }

    /** Closes this handle; the last one gives the slot back. Idempotent, from any thread, without blocking. */
    @Override
    public void close() {
        if (CLOSED.compareAndSet(this, 0, 1)) {
            GuardedView view = GuardedView.wanted() ? takeGuarded() : null;
            if (view == null) {
                slot.release();
            } else {
                view.close(slot::release);
            }
        }
    }

    /** Closes a frame that nobody has looked at: in a group, another member gets it. */
    void handBack() {
        slot.notSeen();
        close();
    }

    private synchronized @Nullable GuardedView takeGuarded() {
        return guarded;
    }

    private void checkOpen() {
        if (closed != 0) {
            throw closedError();
        }
    }

    private ShmFrameClosedException closedError() {
        return new ShmFrameClosedException("frame " + slot.sequence() + " of channel " + slot.channel()
                + " is used after this handle was closed; retain() a handle for whoever needs it longer, or copy() it");
    }

    @Override
    public String toString() {
        return "ShmFrame{channel=" + slot.channel() + ", sequence=" + slot.sequence() + ", length=" + slot.length()
                + (closed != 0 ? ", closed}" : "}");
    }
}
