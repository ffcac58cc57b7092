package io.github.reactorshm.spring;

import java.util.HashMap;
import java.util.Map;

import io.github.reactorshm.ShmFrame;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.IllegalReferenceCountException;
import org.jspecify.annotations.Nullable;

/**
 * What the responses of this process hold of one channel. At most half of the pool's slots: a frame that would be one more is
 * copied, once for all who take it, and its slot goes back. Thread-safe.
 */
final class SlotBudget {

    private final Map<FrameId, Integer> held = new HashMap<>();
    private long copied;
    private @Nullable FrameId latestId;
    private @Nullable ByteBuf latestCopy;

    /**
     * The payload of a frame, whose handle it takes over.
     *
     * @param slow whether who gets it may keep it for long: then it is a copy
     */
    ByteBuf payload(ShmFrame frame, ByteBufAllocator allocator, boolean slow) {
        FrameId id = FrameId.of(frame);
        if (slow || !take(id, frame.info().slots() / 2)) {
            try (frame) {
                return copy(id, frame, allocator);
            }
        }
        return ShmFrameBuffers.byteBuf(frame, () -> give(id));
    }

    private synchronized boolean take(FrameId id, int most) {
        Integer owners = held.get(id);
        if (owners == null && held.size() >= most) {
            return false;
        }
        held.merge(id, 1, Integer::sum);
        return true;
    }

    private synchronized void give(FrameId id) {
        held.computeIfPresent(id, (same, owners) -> owners == 1 ? null : owners - 1);
    }

    /** Not under the lock, which is taken for every release: a large frame takes a millisecond. */
    private ByteBuf copy(FrameId id, ShmFrame frame, ByteBufAllocator allocator) {
        ByteBuf there = another(id);
        if (there != null) {
            return there;
        }
        ByteBuf bytes = allocator.directBuffer(Math.toIntExact(frame.length()));
        try {
            bytes.writeBytes(frame.buffer());
        } catch (RuntimeException | Error e) {
            bytes.release();
            throw e;
        }
        // Pooled buffers are used again: only one that is not can be asked whether it is still alive.
        return share(id, new HookedByteBuf(allocator, 1, () -> {}).addComponent(true, bytes));
    }

    private synchronized @Nullable ByteBuf another(FrameId id) {
        ByteBuf latest = latestCopy;
        if (latest != null && id.equals(latestId)) {
            try {
                return latest.retainedDuplicate();
            } catch (IllegalReferenceCountException e) {
                // All who had it have released it.
                latestCopy = null;
            }
        }
        return null;
    }

    private synchronized ByteBuf share(FrameId id, ByteBuf fresh) {
        ByteBuf there = another(id);
        if (there != null) {
            // Somebody else was faster.
            fresh.release();
            return there;
        }
        copied++;
        latestId = id;
        latestCopy = fresh;
        return fresh;
    }

    /** Slots that responses hold, a gauge. */
    synchronized int held() {
        return held.size();
    }

    /** Frames that were copied, a counter. */
    synchronized long copied() {
        return copied;
    }

    /** One frame of one opening of a channel. */
    private record FrameId(long incarnation, long sequence) {

        static FrameId of(ShmFrame frame) {
            return new FrameId(frame.info().incarnation(), frame.sequence());
        }
    }
}
