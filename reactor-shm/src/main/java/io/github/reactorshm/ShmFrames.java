package io.github.reactorshm;

import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import io.github.reactorshm.channel.ConsumerSettings;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/**
 * Frames in place, without copying: as they are, or through {@link #process}, which cannot leak them.
 *
 * <p>
 * <b>Raw.</b> As a {@link Publisher}, each element is an open {@link ShmFrame} that its receiver closes. Reactor drops
 * elements without their discard hook in several places (a {@code publishOn} that is cancelled while its worker is
 * busy, a {@code map} that throws, elements in flight in {@code concatMap}, {@code flatMap} and {@code parallel}; the
 * README has a table): a frame that is dropped there keeps its slot until a garbage collection finds it, or, if a view
 * of it was handed out, until its process ends. Close frames in the first operator after the source, or use
 * {@link #process}.
 *
 * <p>
 * Every method may be called by any thread, and none blocks. Signals, errors and attaching are as in {@link ShmSource}.
 */
public final class ShmFrames extends SourceSide implements Publisher<ShmFrame> {

    ShmFrames(ConsumerSettings settings) {
        super(settings);
    }

    /**
     * Attaches one more subscriber of raw frames.
     *
     * @param subscriber the subscriber, which closes each frame
     */
    @Override
    public void subscribe(Subscriber<? super ShmFrame> subscriber) {
        new ShmSource<>(settings, new FrameReader()).subscribe(subscriber);
    }

    /**
     * Applies a function to each frame on a scheduler, several at once, and emits the results in the frames' order.
     *
     * <p>
     * <b>Ownership.</b> The frame exists only inside the function, and its worker closes it when the function returns
     * or throws, never a cancel, since the worker may still be reading. So no frame can leak, whatever follows
     * downstream. The function may {@link ShmFrame#retain()} the frame; that handle is its own to close.
     *
     * <p>
     * <b>Demand.</b> A frame is asked for only when a result was asked for and fewer than {@code concurrency} are on
     * their way, which a frame is from when it is asked for until its result is emitted. Lossless subscribers pace
     * the producer, so with a {@code concurrency} of 1 the next frame is not made before the function has returned
     * and its result is emitted: the two ends take turns, however many slots the pool has. For one worker, and a
     * producer that works ahead of it, ask for two or more on a scheduler of one thread,
     * {@code process(Schedulers.single(), 2, ..)}. Results leave in order: one that takes long holds up those behind
     * it, which count until they are emitted. What was published for others before this subscription came to ask waits in
     * the channel's ring, not in the function.
     *
     * <p>
     * <b>Threads.</b> The function runs on {@code scheduler}. Results are emitted, one at a time, on the thread whose
     * function ended, or on one that calls {@code request}; errors of the channel on the library's thread.
     *
     * <p>
     * <b>Errors.</b> If the function throws or returns null, the results of earlier frames are emitted, then the error;
     * the subscription is cancelled. A scheduler that takes no more tasks is an error too. Errors of the channel come
     * after the results of all frames that were received.
     *
     * <p>
     * <b>Discard.</b> After a cancel or an error, frames whose function has not begun are closed, and in a group go to
     * another member; functions that are running finish, and results that nobody waits for go to Reactor's discard hook, what they throw to
     * {@code onErrorDropped}.
     *
     * @param scheduler where the function runs; it is not disposed of
     * @param concurrency the most frames that are on their way, and so in the function at once and held, at least 1
     * @param function makes a result of a frame; the result must not refer to the frame's memory
     * @param <R> the results' type
     * @return the results, each subscription with its own attachment to the channel
     * @throws IllegalArgumentException if {@code concurrency} is less than 1
     */
    public <R> Flux<R> process(Scheduler scheduler, int concurrency,
            Function<? super ShmFrame, ? extends R> function) {
        if (concurrency < 1) {
            throw new IllegalArgumentException("concurrency must be at least 1 but is " + concurrency);
        }
        return new FrameProcessing<>(settings, Objects.requireNonNull(scheduler, "scheduler"), concurrency,
                Objects.requireNonNull(function, "function"));
    }

    /**
     * Subscribes, without blocking, for a consumer that is no Flux: an iterator that blocks and closes frames as it
     * goes.
     *
     * @param timeout how long one wait for a frame may take, more than zero
     * @return a new iterator, which is closed after use
     * @throws IllegalArgumentException if the time-out is not more than zero
     */
    public ShmFrameIterator iterate(Duration timeout) {
        if (timeout.isNegative() || timeout.isZero()) {
            throw new IllegalArgumentException("timeout must be more than zero but is " + timeout);
        }
        ShmFrameIterator iterator = new ShmFrameIterator(settings.channel(), timeout);
        subscribe(iterator.subscriber());
        return iterator;
    }

    /**
     * The same as a sequential stream: each frame is open while its element is processed, and closed before the next
     * one is taken. So what gathers frames ({@code sorted}, {@code toList}) gathers closed ones: map to what you need first; and
     * {@code parallel()} makes nothing faster, one thread processes all. Its terminal operations block, and throw what
     * {@link ShmFrameIterator#hasNext()} throws.
     *
     * @param timeout how long one wait for a frame may take, more than zero
     * @return a new stream, which is closed after use
     * @throws IllegalArgumentException if the time-out is not more than zero
     */
    public Stream<ShmFrame> stream(Duration timeout) {
        ShmFrameIterator iterator = iterate(timeout);
        return StreamSupport.stream(new FrameSpliterator(iterator), false).onClose(iterator::close);
    }

    @Override
    public String toString() {
        return "ShmFrames{channel=" + settings.channel() + ", directory=" + settings.base() + "}";
    }
}
