package io.github.reactorshm.channel;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import io.github.reactorshm.control.ControlThread;
import io.github.reactorshm.control.FileThreads;

/** The account of frames that were lost without being closed, of one source. Any thread. */
public final class LostFrames {

    private static final long COLLECTION_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final AtomicLong NEXT_COLLECTION = new AtomicLong(System.nanoTime());

    private final AtomicLong givenBack = new AtomicLong();
    private final AtomicLong kept = new AtomicLong();

    /** An account with nothing in it. */
    public LostFrames() {}

    /**
     * Slots of lost frames that were given back, since no view of them was handed out. A counter.
     *
     * @return the number
     */
    public long givenBack() {
        return givenBack.get();
    }

    /**
     * Slots of lost frames that are kept until the process ends, since a view of them may live. A gauge.
     *
     * @return the number
     */
    public long kept() {
        return kept.get();
    }

    void add(boolean isKept) {
        (isKept ? kept : givenBack).getAndIncrement();
    }

    /** Asks for a garbage collection, which finds lost frames; off the loop, and at most every 10 s a JVM. */
    static void askForCollection() {
        long due = NEXT_COLLECTION.get();
        long now = System.nanoTime();
        if (now - due >= 0 && NEXT_COLLECTION.compareAndSet(due, now + COLLECTION_PAUSE_NANOS)) {
            ControlThread.get().execute(() -> FileThreads.execute(System::gc));
        }
    }
}
