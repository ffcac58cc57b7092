package io.github.reactorshm.channel;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * Notices slots whose holder has become unreachable without letting go: one entry a slot, written when the slot is handed out
 * and cleared when it comes back. There is no list that every frame is put into.
 */
final class HolderWatch {

    private static final Logger LOG = Loggers.getLogger(HolderWatch.class);

    private final AtomicReferenceArray<@Nullable Entry> entries;
    private final ReferenceQueue<Object> unreachable = new ReferenceQueue<>();

    HolderWatch(int slots) {
        entries = new AtomicReferenceArray<>(slots);
    }

    /** The slot is handed out; by the one thread that may do so. */
    Entry handOut(Object holder, int slot, long index) {
        Entry entry = new Entry(holder, unreachable, slot, index, LeakLevel.current().recordsOrigins()
                ? new Origin()
                : null);
        entries.setRelease(slot, entry);
        return entry;
    }

    /** The slot comes back; before the peer can see it, and while the holder is reachable. */
    void comesBack(int slot) {
        entries.setRelease(slot, null);
    }

    /** Passes on every slot whose holder has become unreachable since the last call; each once. */
    void look(Consumer<Entry> lost) {
        for (Object found = unreachable.poll(); found != null; found = unreachable.poll()) {
            if (found instanceof Entry entry && entries.compareAndSet(entry.slot, entry, null)) {
                lost.accept(entry);
            }
        }
    }

    /** Warns of a slot that was lost. */
    static void report(String what, Entry entry, String consequence) {
        String message = what + " became unreachable without being closed; " + consequence;
        if (entry.origin == null) {
            LOG.warn(message + "; -D" + LeakLevel.PROPERTY + "=debug tells where it was received");
        } else {
            LOG.warn(message + "; it was received here:", entry.origin);
        }
    }

    /** What is known of a slot that was handed out. */
    static final class Entry extends WeakReference<Object> {

        private final int slot;
        private final long index;
        private final @Nullable Origin origin;
        private volatile boolean viewed;

        private Entry(Object holder, ReferenceQueue<Object> queue, int slot, long index, @Nullable Origin origin) {
            super(holder, queue);
            this.slot = slot;
            this.index = index;
            this.origin = origin;
        }

        int slot() {
            return slot;
        }

        long index() {
            return index;
        }

        /** A view of the slot's memory goes out: it may outlive the holder. */
        void viewed() {
            if (!viewed) {
                viewed = true;
            }
        }

        boolean wasViewed() {
            return viewed;
        }
    }

    /** Where a frame was received. */
    private static final class Origin extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Origin() {
            super("received on thread " + Thread.currentThread().getName());
        }
    }
}
