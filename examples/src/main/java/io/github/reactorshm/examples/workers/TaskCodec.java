package io.github.reactorshm.examples.workers;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;

/** Tasks: a number, which stands in every word of the frame, so that a frame of two tasks is seen. */
final class TaskCodec implements ShmCodec<Long> {

    private static final ValueLayout.OfLong WORD = ValueLayout.JAVA_LONG_UNALIGNED;

    private final long size;

    /** Frames of this many bytes, rounded up to whole words. */
    TaskCodec(long bytes) {
        size = (bytes + WORD.byteSize() - 1) / WORD.byteSize() * WORD.byteSize();
    }

    @Override
    public String contentType() {
        return "application/x-task";
    }

    @Override
    public long slotSize() {
        return size;
    }

    @Override
    public long encode(Long number, MemorySegment slot) {
        for (long at = 0; at < size; at += WORD.byteSize()) {
            slot.set(WORD, at, number);
        }
        return size;
    }

    @Override
    public long tag(Long number) {
        return number;
    }

    @Override
    public Long decode(ShmFrame frame) {
        return frame.tag();
    }

    /** Whether every word of a frame is its task's number. */
    static boolean isWhole(ShmFrame frame) {
        MemorySegment words = frame.segment();
        long wrong = 0;
        for (long at = 0; at < words.byteSize(); at += WORD.byteSize()) {
            wrong |= words.get(WORD, at) ^ frame.tag();
        }
        return wrong == 0;
    }
}
