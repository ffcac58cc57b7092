package io.github.reactorshm.spring;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmFrames;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.springframework.context.SmartLifecycle;
import reactor.core.CoreSubscriber;
import reactor.core.Disposable;
import reactor.core.Disposables;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;

/**
 * One subscription to a channel, shared by any number of clients. Each client gets a handle of its own to the newest frame
 * whenever it has asked for one; a client that is behind misses frames, and holds up nobody. No frame is kept for later: without a
 * client that asks, no slot is held.
 *
 * <p>
 * <b>Camera lost.</b> When the channel's stream ends, for whatever reason, this subscribes again until it is stopped, or its source is
 * disposed of, which stops it; and clients wait: the next frame they get is of the new opening. So a client sees no error, and a
 * completion only when this is stopped.
 *
 * <p>
 * <b>Ownership.</b> A client closes each frame it gets; see {@link ShmFrames}. A controller's method may
 * return this, or {@code Flux.from(this)}, and {@link ShmFrameHttpMessageWriter} closes them.
 *
 * <p>
 * <b>Threads.</b> {@code onNext} comes on the library's thread {@code reactor-shm-source}; a client must not block there.
 * {@link #start()} and {@link #stop()} do not block.
 *
 * <p>
 * <b>Life.</b> As a bean of Spring it starts with the application and stops first of all, before the web server: responses without end
 * complete, so that a graceful shutdown has none to wait for. Frames that are being written stay until they are written.
 */
public final class SharedFrames implements Publisher<ShmFrame>, SmartLifecycle {

    private final ShmFrames source;
    private final Duration pause;
    private final List<SharedClient> clients = new CopyOnWriteArrayList<>();
    private final AtomicLong frames = new AtomicLong();
    private final AtomicLong missed = new AtomicLong();
    private @Nullable SharedFeed feed;
    private final AtomicReference<ChannelStatus> status = new AtomicReference<>(ChannelStatus.waiting());

    /**
     * Shares a source.
     *
     * @param source the channel's frames, in mode {@code latest()}: one that paces its sink would be asked for everything here
     * @param pause how long to wait before subscribing again, more than zero
     * @throws IllegalArgumentException if the pause is not more than zero
     */
    public SharedFrames(ShmFrames source, Duration pause) {
        if (pause.isNegative() || pause.isZero()) {
            throw new IllegalArgumentException("the pause must be more than zero but is " + pause);
        }
        this.source = Objects.requireNonNull(source, "source");
        this.pause = pause;
    }

    // ------------------------------------------------------------------ clients

    /**
     * Adds a client.
     *
     * @param subscriber gets frames when it has asked for them, from now until {@link #stop()}
     */
    @Override
    public void subscribe(Subscriber<? super ShmFrame> subscriber) {
        CoreSubscriber<? super ShmFrame> actual = Operators.toCoreSubscriber(Objects.requireNonNull(subscriber));
        add(new SharedClient(actual, clients::remove));
    }

    /**
     * The next frame, if it comes in time. The operator {@code timeout} may lose a frame that comes at the moment at which it gives up;
     * this loses none.
     *
     * @param patience how long to wait for it, more than zero
     * @return the frame, for the subscriber to close; nothing if this is stopped; {@link TimeoutException}, on a thread of
     *         {@code Schedulers.parallel()}, if none has come
     * @throws IllegalArgumentException if the time is not more than zero
     */
    public Mono<ShmFrame> next(Duration patience) {
        if (patience.isNegative() || patience.isZero()) {
            throw new IllegalArgumentException("the patience must be more than zero but is " + patience);
        }
        return Mono.from(subscriber -> {
            Disposable.Swap timer = Disposables.swap();
            SharedClient client = new SharedClient(Operators.toCoreSubscriber(subscriber), gone -> {
                clients.remove(gone);
                timer.dispose();
            });
            timer.update(Mono.delay(patience).subscribe(tick -> client.fail(new TimeoutException("no frame of channel "
                    + getChannel() + " came within " + patience.toMillis() + " ms; its state is "
                    + status().state()))));
            add(client);
        });
    }

    private void add(SharedClient client) {
        clients.add(client);
        client.begin();
        if (status().state() == ChannelStatus.State.STOPPED) {
            end();
        }
    }

    /** From the feed, one at a time. */
    void publish(ShmFrame frame) {
        frames.incrementAndGet();
        status.updateAndGet(before -> before.received(frame));
        try (frame) {
            for (SharedClient client : clients) {
                if (!client.offer(frame)) {
                    missed.incrementAndGet();
                }
            }
        }
    }

    /** From the feed, when a stream has ended. */
    void lost(String reason) {
        status.updateAndGet(before -> before.lost(reason));
    }

    private void end() {
        for (SharedClient client : clients) {
            client.complete();
        }
    }

    // ------------------------------------------------------------------ life

    /** Subscribes to the channel; does nothing if it has. */
    @Override
    public synchronized void start() {
        if (feed == null) {
            status.set(ChannelStatus.waiting());
            feed = new SharedFeed(this, source, pause);
            feed.attach();
        }
    }

    /** Cancels the subscription and completes the clients. */
    @Override
    public void stop() {
        synchronized (this) {
            if (feed == null) {
                return;
            }
            feed.dispose();
            feed = null;
            status.updateAndGet(ChannelStatus::stopped);
        }
        end();
    }

    @Override
    public synchronized boolean isRunning() {
        return feed != null;
    }

    /** {@inheritDoc} The last one to start and the first one to stop. */
    @Override
    public int getPhase() {
        return Integer.MAX_VALUE;
    }

    // ------------------------------------------------------------------ what others see

    /**
     * The channel's name.
     *
     * @return the name
     */
    public String getChannel() {
        return source.getChannel();
    }

    /**
     * The source that is shared, with its gauges.
     *
     * @return the source
     */
    public ShmFrames getSource() {
        return source;
    }

    /**
     * What is known of the channel at this moment.
     *
     * @return its status
     */
    public ChannelStatus status() {
        return Objects.requireNonNull(status.get());
    }

    /**
     * Clients that are subscribed. A gauge.
     *
     * @return the number
     */
    public int clients() {
        return clients.size();
    }

    /**
     * Frames that came from the channel. A counter.
     *
     * @return the number
     */
    public long frames() {
        return frames.get();
    }

    /**
     * Frames that clients did not get because they had not asked yet, added up over all clients. A counter.
     *
     * @return the number
     */
    public long missed() {
        return missed.get();
    }

    @Override
    public String toString() {
        return "SharedFrames{channel=" + getChannel() + ", state=" + status().state() + ", clients=" + clients() + "}";
    }
}
