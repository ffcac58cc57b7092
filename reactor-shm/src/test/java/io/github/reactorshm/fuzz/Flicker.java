package io.github.reactorshm.fuzz;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A thread that writes two values into words in turn, without a pause: what is read twice differs. */
final class Flicker implements AutoCloseable {

    private static final VarHandle LONG = ValueLayout.JAVA_LONG.varHandle();

    private static final int MOST = 4;

    private record Word(MemorySegment memory, long offset, long one, long two) {
        void write(boolean first) {
            LONG.setOpaque(memory, offset, first ? one : two);
        }
    }

    private final List<Word> words = new CopyOnWriteArrayList<>();
    private final Thread thread = Thread.ofPlatform().daemon().name("flicker").unstarted(this::run);
    private volatile boolean over;

    /** Adds a word; the first one starts the thread. */
    void add(MemorySegment memory, long offset, long one, long two) {
        LONG.setOpaque(memory, offset, one);
        if (words.size() == MOST) {
            return;
        }
        words.add(new Word(memory, offset, one, two));
        if (words.size() == 1) {
            thread.start();
        }
    }

    private void run() {
        boolean first = true;
        while (!over) {
            for (Word word : words) {
                word.write(first);
            }
            first = !first;
        }
    }

    /** Ends the thread; nothing is written any more. */
    @Override
    public void close() {
        over = true;
        try {
            if (!words.isEmpty()) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
