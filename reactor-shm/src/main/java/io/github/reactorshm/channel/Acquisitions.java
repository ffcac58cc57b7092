package io.github.reactorshm.channel;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;

import org.jspecify.annotations.Nullable;

/** The slots of a producer that somebody fills at leisure, instead of an upstream's elements. Thread-safe. */
final class Acquisitions {

    private final String channel;
    private final Dispatch dispatch;
    private final IntFunction<MemorySegment> memory;
    private final BooleanSupplier over;
    private final Runnable drain;
    private final HolderWatch watch;
    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger publishing = new AtomicInteger();
    private final AtomicInteger keptForGood = new AtomicInteger();

    /** {@code over} says that no frame is taken any more, {@code drain} has what was done here looked at. */
    Acquisitions(String channel, int slots, Dispatch dispatch, IntFunction<MemorySegment> memory, BooleanSupplier over,
            Runnable drain) {
        this.channel = channel;
        this.dispatch = dispatch;
        this.memory = memory;
        this.over = over;
        this.drain = drain;
        this.watch = new HolderWatch(slots);
    }

    /** A reserved slot, or null if none is reserved now or no frame is taken any more. */
    @Nullable
    TakenSlot take() {
        // Before the look at the end: the closing looks the other way round, so that one of both sees the other.
        open.incrementAndGet();
        int slot = over.getAsBoolean() ? Books.NONE : dispatch.takeGranted();
        if (slot == Books.NONE) {
            open.decrementAndGet();
            return null;
        }
        TakenSlot taken = new TakenSlot(this, slot);
        taken.watchedBy(watch.handOut(taken, slot, 0));
        return taken;
    }

    MemorySegment memory(int slot) {
        return memory.apply(slot);
    }

    /** The slot is filled; false if no frame is taken any more. */
    boolean publish(int slot, long length, long tag) {
        watch.comesBack(slot);
        publishing.incrementAndGet();
        boolean taken = !over.getAsBoolean();
        if (taken) {
            dispatch.filled(slot, length, tag, System.nanoTime());
        } else {
            dispatch.abandoned(slot);
        }
        publishing.decrementAndGet();
        open.decrementAndGet();
        drain.run();
        return taken;
    }

    /** The slot was not filled. */
    void giveUp(int slot) {
        watch.comesBack(slot);
        abandon(slot);
    }

    private void abandon(int slot) {
        dispatch.abandoned(slot);
        open.decrementAndGet();
        drain.run();
    }

    /** Looks for slots whose holder became unreachable; each is reported once. */
    void look() {
        watch.look(this::lost);
    }

    private void lost(HolderWatch.Entry entry) {
        boolean viewed = entry.wasViewed();
        HolderWatch.report("channel " + channel + ": a slot (" + entry.slot()
                + ") that was acquired and neither published nor aborted", entry,
                viewed
                        ? "its memory was handed out, so it is kept until this process ends"
                        : "its memory was not handed out, so it is free again");
        if (viewed) {
            keptForGood.incrementAndGet();
            // The pool stays mapped for whoever writes into it; the element that it was for is asked for again.
            dispatch.lost(entry.slot());
            drain.run();
        } else {
            abandon(entry.slot());
        }
    }

    /** Whether a frame's publication has begun: it comes before an end that comes later. */
    boolean isPublishing() {
        return publishing.get() != 0;
    }

    /** Slots that are acquired, those that are kept for good included. */
    int open() {
        return open.get();
    }

    /** Slots that were lost after their memory had been handed out. */
    int keptForGood() {
        return keptForGood.get();
    }
}
