package io.github.reactorshm;

import java.util.Spliterator;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/** Frames one after the other, also for a stream that is made parallel: one that is taken ahead would be closed before its use. */
final class FrameSpliterator implements Spliterator<ShmFrame> {

    private final ShmFrameIterator iterator;

    FrameSpliterator(ShmFrameIterator iterator) {
        this.iterator = iterator;
    }

    @Override
    public boolean tryAdvance(Consumer<? super ShmFrame> action) {
        if (!iterator.hasNext()) {
            return false;
        }
        action.accept(iterator.next());
        return true;
    }

    @Override
    public @Nullable Spliterator<ShmFrame> trySplit() {
        return null;
    }

    @Override
    public long estimateSize() {
        return Long.MAX_VALUE;
    }

    @Override
    public int characteristics() {
        return ORDERED | NONNULL;
    }
}
