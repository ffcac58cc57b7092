package io.github.reactorshm;

import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

import io.github.reactorshm.control.Nanos;
import io.github.reactorshm.error.ShmReceiveTimeoutException;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.Exceptions;
import reactor.core.scheduler.Schedulers;

/**
 * Frames for a consumer that is no Flux: it blocks, platform and virtual threads alike, and closes as it goes.
 *
 * <p>
 * <b>Ownership.</b> A frame is open until the next call of {@link #hasNext()}, {@link #next()} or {@link #close()};
 * then the iterator closes it. {@link ShmFrame#retain()} gives a handle that stays. One frame is taken out of the
 * channel at a time, so a pool of one slot works. An iterator that is given up before the end is closed: until then it
 * is a subscriber that does not ask, for which the producer waits.
 *
 * <p>
 * <b>Threads.</b> One thread at a time uses an iterator. It throws {@link IllegalStateException} on a thread that must not block.
 *
 * <p>
 * <b>Errors.</b> Those of the channel are thrown by {@link #hasNext()}, after the frames that came before; a wait that is longer than
 * the time-out throws {@link ShmReceiveTimeoutException} and may be tried again, as may one that an interrupt has ended.
 */
public final class ShmFrameIterator implements Iterator<ShmFrame>, AutoCloseable {

    private final String channel;
    private final Duration timeout;
    private final Receiver receiver = new Receiver();
    private @Nullable ShmFrame current;
    private @Nullable ShmFrame ahead;

    ShmFrameIterator(String channel, Duration timeout) {
        this.channel = channel;
        this.timeout = timeout;
    }

    CoreSubscriber<ShmFrame> subscriber() {
        return receiver;
    }

    /**
     * Closes the frame that was given out, and waits for the next one or for the end.
     *
     * @return false if the stream has completed
     * @throws ShmReceiveTimeoutException if neither came in time
     * @throws io.github.reactorshm.error.ShmException if the stream has failed, with the reason
     * @throws IllegalStateException on a thread that must not block, or if the iterator is closed
     * @throws RuntimeException if the thread is interrupted while it waits, with the {@link InterruptedException} as its cause; the
     *         thread's flag is set
     */
    @Override
    public boolean hasNext() {
        if (ahead != null) {
            return true;
        }
        closeCurrent();
        ahead = receiver.take();
        return ahead != null;
    }

    /**
     * The next frame, open until the next call.
     *
     * @return the frame
     * @throws NoSuchElementException if the stream has completed
     * @throws RuntimeException as {@link #hasNext()}
     */
    @Override
    public ShmFrame next() {
        if (!hasNext() || ahead == null) {
            throw new NoSuchElementException("channel " + channel + " has completed");
        }
        ShmFrame frame = ahead;
        ahead = null;
        current = frame;
        return frame;
    }

    /** Closes the frame that was given out and cancels the subscription. Idempotent. */
    @Override
    public void close() {
        receiver.cancel();
        closeCurrent();
        ShmFrame unused = ahead;
        ahead = null;
        if (unused != null) {
            unused.close();
        }
    }

    private void closeCurrent() {
        ShmFrame frame = current;
        current = null;
        if (frame != null) {
            frame.close();
        }
    }

    /** Asks for one frame at a time. */
    private final class Receiver implements CoreSubscriber<ShmFrame> {

        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private @Nullable Subscription subscription;
        private @Nullable ShmFrame arrived;
        private @Nullable Throwable error;
        private boolean asked;
        private boolean completed;
        private boolean cancelled;

        @Override
        public void onSubscribe(Subscription s) {
            subscription = s;
        }

        @Override
        public void onNext(ShmFrame frame) {
            boolean late;
            lock.lock();
            try {
                late = cancelled;
                if (!late) {
                    arrived = frame;
                    changed.signalAll();
                }
            } finally {
                lock.unlock();
            }
            if (late) {
                frame.close();
            }
        }

        @Override
        public void onError(Throwable t) {
            end(t);
        }

        @Override
        public void onComplete() {
            end(null);
        }

        private void end(@Nullable Throwable t) {
            lock.lock();
            try {
                error = t;
                completed = true;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }

        @Nullable
        ShmFrame take() {
            if (Schedulers.isInNonBlockingThread()) {
                throw new IllegalStateException("iterating over channel " + channel + " blocks, which thread "
                        + Thread.currentThread().getName() + " must not; subscribe to it there");
            }
            ask();
            lock.lock();
            try {
                await();
                ShmFrame frame = arrived;
                arrived = null;
                if (frame != null) {
                    asked = false;
                    return frame;
                }
                if (cancelled) {
                    throw new IllegalStateException("the iterator over channel " + channel + " is closed");
                }
                if (error != null) {
                    throw Exceptions.propagate(error);
                }
                return null;
            } finally {
                lock.unlock();
            }
        }

        private void ask() {
            Subscription s = subscription;
            if (!asked && s != null) {
                asked = true;
                s.request(1);
            }
        }

        private void await() {
            long left = Nanos.of(timeout);
            try {
                while (arrived == null && !completed && !cancelled) {
                    if (left <= 0) {
                        throw new ShmReceiveTimeoutException(channel, timeout);
                    }
                    left = changed.awaitNanos(left);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw Exceptions.propagate(e);
            }
        }

        void cancel() {
            ShmFrame unused;
            lock.lock();
            try {
                cancelled = true;
                unused = arrived;
                arrived = null;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
            Subscription s = subscription;
            if (s != null) {
                s.cancel();
            }
            if (unused != null) {
                unused.close();
            }
        }
    }
}
