package io.github.reactorshm;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * One frame on its way through a function. Exactly one closes the frame: its worker, or whoever abandons the task before the
 * worker begins; so a scheduler that never runs the task leaks nothing.
 */
final class FrameTask<R> implements Runnable {

    private static final int WAITING = 0;
    private static final int RUNNING = 1;
    private static final int DONE = 2;
    private static final int ABANDONED = 3;

    private final ShmFrame frame;
    private final Function<? super ShmFrame, ? extends R> function;
    private final FrameProcessor<R> owner;
    private final AtomicInteger state = new AtomicInteger(WAITING);
    private @Nullable R result;
    private @Nullable Throwable error;
    private boolean rejected;

    FrameTask(ShmFrame frame, Function<? super ShmFrame, ? extends R> function, FrameProcessor<R> owner) {
        this.frame = frame;
        this.function = function;
        this.owner = owner;
    }

    @Override
    public void run() {
        if (!state.compareAndSet(WAITING, RUNNING)) {
            return;
        }
        R made = null;
        Throwable thrown = null;
        try {
            made = function.apply(frame);
            if (made == null) {
                thrown = new NullPointerException(
                        "the function returned null for frame " + frame.sequence() + "; a result is required");
            }
        } catch (Throwable e) {
            // Whatever it is, it must reach the subscriber; a scheduler would only log it.
            thrown = frame.typed(e);
        } finally {
            frame.close();
        }
        result = made;
        error = thrown;
        if (state.compareAndSet(RUNNING, DONE)) {
            owner.drain();
        } else {
            owner.drop(made, thrown);
        }
    }

    /** The scheduler does not take the task. */
    void reject(Throwable why) {
        if (state.compareAndSet(WAITING, RUNNING)) {
            frame.handBack();
            error = why;
            rejected = true;
            state.set(DONE);
        }
    }

    boolean isDone() {
        return state.get() == DONE;
    }

    @Nullable
    Throwable error() {
        return error;
    }

    R result() {
        R made = result;
        if (made == null) {
            throw new IllegalStateException("the task has no result");
        }
        return made;
    }

    /** Nobody wants the result any more. If the worker has begun, it finishes, closes the frame and drops the result. */
    void abandon() {
        if (state.compareAndSet(WAITING, ABANDONED)) {
            frame.handBack();
        } else if (!state.compareAndSet(RUNNING, ABANDONED) && isDone()) {
            // That a scheduler takes nothing is told once, or is of no interest any more; a function's error is not lost.
            owner.drop(result, rejected ? null : error);
        }
    }
}
