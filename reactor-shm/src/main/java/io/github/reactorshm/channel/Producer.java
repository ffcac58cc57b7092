package io.github.reactorshm.channel;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.reactorshm.control.Answer;
import io.github.reactorshm.control.Attachments;
import io.github.reactorshm.control.ControlThread;
import io.github.reactorshm.control.Hello;
import io.github.reactorshm.control.OwnedChannel;
import io.github.reactorshm.error.ShmCancelledException;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmFileException;
import io.github.reactorshm.error.ShmPeerLostException;
import io.github.reactorshm.layout.PoolGeometry;
import io.github.reactorshm.loop.Loop;
import io.github.reactorshm.loop.LoopTask;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;

/**
 * The owner's end of a channel: takes frames from one upstream, publishes them to the subscriptions, and asks the upstream
 * for as many as there are both demand and free slots for.
 *
 * <p>
 * {@link #drain()} is the one place where the books change; whoever finds it idle runs it, the upstream's thread, the loop or
 * the control thread. It runs no user code: what is due to the upstream is done by the loop.
 */
public final class Producer implements LoopTask, Attachments {

    /** What {@link #begin()} returns when the channel takes no more frames. */
    public static final int OVER = -2;
    /** What {@link #begin()} returns when the upstream emits more than it was asked for. */
    public static final int OVERFLOW = -1;

    private final OwnedChannel owned;
    private final PoolGeometry geometry;
    private final Loop loop;
    private final Reception reception;
    private final ProducerListener listener;

    private final Books books;
    private final EncodedQueue encoded;
    private final Roster roster = new Roster();
    private final Upstream upstream = new Upstream();
    private final ProducerGauges gauges;
    private final PatienceWatch patience;
    private final Queue<SinkSubscription> arrivals = new ConcurrentLinkedQueue<>();
    private final Runnable ticker = this::tick;
    private final AtomicInteger wip = new AtomicInteger();
    private final AtomicBoolean encoding = new AtomicBoolean();

    // Set by any thread, looked at by whoever drains.
    private volatile boolean upstreamDone;
    private volatile @Nullable Throwable upstreamError;
    private volatile @Nullable Throwable crash;
    private volatile boolean closeDue;
    private volatile boolean sweepDue;
    private volatile boolean tickDue;

    // Written by whoever drains.
    private long outstanding;
    private long sequence;
    private long back;
    private boolean hadSubscription;
    private boolean terminalWritten;
    private long missing;
    private @Nullable ShmException lastGone;
    private long activity;
    private volatile boolean ended;

    /**
     * A producer over an open channel, which it owns from now on.
     *
     * @param owned the channel
     * @param geometry the pool's geometry
     * @param settings what it is told
     * @param loop the loop that moves its frames
     * @param listener who is told of its end
     */
    public Producer(OwnedChannel owned, PoolGeometry geometry, ProducerSettings settings, Loop loop,
            ProducerListener listener) {
        this.owned = owned;
        this.geometry = geometry;
        this.loop = loop;
        this.listener = listener;
        this.books = new Books(geometry.slots());
        this.encoded = new EncodedQueue(geometry.slots());
        this.gauges = new ProducerGauges(geometry.slots());
        this.patience = new PatienceWatch(owned.name(), geometry.slots(), settings, gauges, System.nanoTime());
        this.reception = new Reception(owned, geometry, settings, loop, this::drain);
    }

    /** Begins to serve. Any thread. */
    public void start() {
        loop.add(this);
        ControlThread.get().addTicker(ticker);
        ControlThread.get().execute(() -> reception.open(this));
    }

    /**
     * The gauges.
     *
     * @return the gauges
     */
    public ProducerGauges gauges() {
        return gauges;
    }

    // ------------------------------------------------------------------ the upstream's thread

    /**
     * The upstream is there.
     *
     * @param s its subscription
     */
    public void upstream(Subscription s) {
        if (ended || upstream.cancelDue()) {
            s.cancel();
            return;
        }
        upstream.attach(s);
        if (ended) {
            // It ended between the look and the attach, and may have looked for an upstream in between.
            s.cancel();
            return;
        }
        drain();
        // It may be due to be cancelled since before it was there.
        loop.wake();
    }

    /**
     * The upstream's subscription, for those who look at the chain.
     *
     * @return the subscription, or null before there is one
     */
    public @Nullable Subscription upstream() {
        return upstream.subscription();
    }

    /**
     * Takes a reserved slot for the element that has come. {@link #publish} or {@link #abandon} must follow.
     *
     * @return the slot, {@link #OVERFLOW} or {@link #OVER}
     */
    public int begin() {
        // Before the look at ended: the closing looks the other way round, so that one of both sees the other.
        encoding.set(true);
        int slot = ended || upstreamDone ? OVER : books.takeGranted();
        if (slot < 0) {
            encoding.set(false);
        }
        return slot;
    }

    /**
     * The memory of a slot.
     *
     * @param slot a slot that {@link #begin()} gave
     * @return its payload area, writable
     */
    public MemorySegment slot(int slot) {
        return owned.pool().asSlice(geometry.slotOffset(slot), geometry.slotSize());
    }

    /**
     * The slot is filled.
     *
     * @param slot the slot
     * @param length the payload's length in bytes
     * @param tag the user's tag
     */
    public void publish(int slot, long length, long tag) {
        encoded.add(slot, length, tag, System.nanoTime());
        encoding.set(false);
        drain();
    }

    /**
     * The slot was not filled; it is free again.
     *
     * @param slot the slot
     */
    public void abandon(int slot) {
        encoded.add(slot, EncodedQueue.ABANDONED, 0, 0);
        encoding.set(false);
        drain();
    }

    /** The upstream completed. */
    public void complete() {
        if (!upstreamDone) {
            upstreamDone = true;
            drain();
        }
    }

    /**
     * The upstream failed.
     *
     * @param error why
     */
    public void fail(Throwable error) {
        if (!upstreamDone) {
            upstreamError = error;
            upstreamDone = true;
            drain();
        }
    }

    /**
     * The upstream is to be cancelled and the subscribers are told of the error.
     *
     * @param error why
     */
    public void cancelAndFail(Throwable error) {
        upstream.cancelLater();
        fail(error);
        loop.wake();
    }

    /** Ends the channel without a terminal signal to its subscribers, who see their peer go. Any thread. */
    public void close() {
        closeDue = true;
        drain();
    }

    /**
     * Whether the channel takes no more frames.
     *
     * @return true once it has ended
     */
    public boolean ended() {
        return ended;
    }

    // ------------------------------------------------------------------ the loop's thread

    @Override
    public boolean poll(boolean thorough) {
        long before = activity;
        for (SinkSubscription s : roster.all()) {
            s.ringIfDue();
        }
        if (thorough) {
            sweepDue = true;
        }
        drain();
        boolean ran = runUpstream();
        return ran || activity != before;
    }

    private boolean runUpstream() {
        try {
            return upstream.run();
        } catch (RuntimeException e) {
            // Rule 3.16 and 3.15 forbid it; the subscribers are told.
            cancelAndFail(e);
            return true;
        }
    }

    @Override
    public void announce() {
        for (SinkSubscription s : roster.all()) {
            s.announce();
        }
    }

    @Override
    public void retract() {
        for (SinkSubscription s : roster.all()) {
            s.retract();
        }
    }

    @Override
    public void failed(Throwable error) {
        crash = error;
        drain();
    }

    // ------------------------------------------------------------------ the control thread

    @Override
    public Answer answer(Hello hello) {
        return reception.answer(hello, ended || terminalWritten);
    }

    @Override
    public void attached(long subscriptionId, SocketChannel socket) {
        arrivals.add(reception.admit(subscriptionId, socket));
        drain();
        // A parked loop has announced itself only to those that were there.
        loop.wake();
    }

    @Override
    public void abandoned(long subscriptionId) {
        reception.forget(subscriptionId);
    }

    private void tick() {
        tickDue = true;
        sweepDue = true;
        drain();
    }

    // ------------------------------------------------------------------ the drain

    private void drain() {
        if (wip.getAndIncrement() != 0) {
            return;
        }
        int missed = 1;
        do {
            try {
                drainOnce();
            } catch (RuntimeException | Error e) {
                end(crashed(e));
            }
            missed = wip.addAndGet(-missed);
        } while (missed != 0);
    }

    private void drainOnce() {
        if (ended) {
            return;
        }
        Throwable broken = crash;
        if (broken != null) {
            end(crashed(broken));
            return;
        }
        boolean changed = admitArrivals();
        for (SinkSubscription s : roster.all()) {
            boolean gone = s.peerGone();
            changed |= s.look(books);
            if (gone) {
                leave(s);
                changed = true;
            }
        }
        boolean published = publishEncoded();
        // Starved: nothing is free and nothing is on its way, so a slot behind a kept one counts.
        boolean sweep = sweepDue || (books.free() == 0 && outstanding == 0);
        sweepDue = false;
        changed |= collect(sweep);
        published |= writeTerminal();
        changed |= grant();
        published |= roster.takeBreaks();
        if (tickDue) {
            tickDue = false;
            checkPatience();
        }
        if (published) {
            ringThoseParked();
        }
        gauges.set(books.free(), roster.held(), roster.active(), outstanding, roster.demand(), sequence);
        if (changed || published) {
            activity++;
        }
        settle();
    }

    private boolean admitArrivals() {
        boolean any = false;
        for (SinkSubscription s = arrivals.poll(); s != null; s = arrivals.poll()) {
            roster.add(s);
            s.begin();
            hadSubscription = true;
            any = true;
        }
        return any;
    }

    private void leave(SinkSubscription s) {
        long unreturned = s.free(books);
        if (s.terminalWritten() && !s.cancelled()) {
            missing += unreturned;
        }
        lastGone = reason(s);
        roster.remove(s);
        reception.dismiss(s);
    }

    private ShmException reason(SinkSubscription s) {
        ShmException broken = s.protocolError();
        if (broken != null) {
            return broken;
        }
        return s.cancelled()
                ? new ShmCancelledException(owned.name(), "its last subscriber cancelled")
                : new ShmPeerLostException(owned.name(),
                        "the process of its last subscriber went away without cancelling");
    }

    private boolean publishEncoded() {
        boolean any = false;
        while (!encoded.isEmpty()) {
            int slot = encoded.headSlot();
            long length = encoded.headLength();
            outstanding--;
            if (length == EncodedQueue.ABANDONED) {
                books.release(slot);
            } else {
                publishOne(slot, length);
            }
            encoded.removeHead();
            any = true;
        }
        return any;
    }

    private void publishOne(int slot, long length) {
        long number = ++sequence;
        int holders = 0;
        for (SinkSubscription s : roster.all()) {
            if (s.active()) {
                s.deliver(slot, length, number, encoded.headPublishedNanos(), encoded.headTag());
                holders++;
            }
        }
        if (holders == 0) {
            // The last subscription has gone, so the channel is about to end: nobody is left to lose the frame.
            books.release(slot);
        } else {
            books.hold(slot, holders);
        }
    }

    private boolean collect(boolean sweep) {
        int n = 0;
        for (SinkSubscription s : roster.all()) {
            n += s.collect(books, sweep);
        }
        back += n;
        return n > 0;
    }

    private boolean writeTerminal() {
        if (!upstreamDone || !encoded.isEmpty()) {
            return false;
        }
        if (!terminalWritten) {
            // The upstream emits no more: what was reserved for it is free.
            books.revokeGranted();
            outstanding = 0;
        }
        Throwable error = upstreamError;
        if (error == null && !hadSubscription) {
            // A completed stream waits for its first subscriber, like a frame would.
            return false;
        }
        terminalWritten = true;
        return roster.writeTerminal(error == null ? null : ErrorTexts.of(error));
    }

    private long need() {
        return Math.max(0, roster.demand() - outstanding);
    }

    private boolean grant() {
        if (upstreamDone || !upstream.attached() || upstream.cancelDue()) {
            return false;
        }
        int count = (int) Math.min(books.free(), need());
        if (count <= 0) {
            return false;
        }
        books.grant(count);
        outstanding += count;
        upstream.requestLater(count);
        return true;
    }

    private void checkPatience() {
        if (upstreamDone || !upstream.attached()) {
            return;
        }
        ShmException error = patience.tick(System.nanoTime(), need(), outstanding, books.free(), sequence, back,
                roster);
        if (error != null) {
            upstream.cancelLater();
            upstreamError = error;
            upstreamDone = true;
            writeTerminal();
            ringThoseParked();
        }
    }

    private void ringThoseParked() {
        VarHandle.fullFence();
        boolean here = loop.inLoop();
        boolean later = false;
        for (SinkSubscription s : roster.all()) {
            if (s.wantsBell()) {
                if (here) {
                    s.ring();
                } else {
                    s.ringLater();
                    later = true;
                }
            }
        }
        if (later) {
            loop.wake();
        }
    }

    private void settle() {
        if (closeDue) {
            end(new ShmCancelledException(owned.name(), "its owner closed it"));
        } else if (terminalWritten) {
            if (roster.held() == 0) {
                end(result());
            }
        } else if (hadSubscription && roster.allFinished()) {
            end(endOfLast());
        } else if (upstream.due() && !loop.inLoop()) {
            loop.wake();
        }
    }

    private @Nullable Throwable result() {
        Throwable error = upstreamError;
        if (error == null && missing > 0) {
            return new ShmPeerLostException(owned.name(), missing
                    + " frames were not given back by subscribers whose processes went away after the stream completed");
        }
        return error;
    }

    private ShmException endOfLast() {
        SinkSubscription[] left = roster.all();
        ShmException gone = left.length > 0 ? reason(left[left.length - 1]) : lastGone;
        return gone == null ? new ShmPeerLostException(owned.name(), "its last subscriber went away") : gone;
    }

    private ShmException crashed(Throwable error) {
        return error instanceof ShmException shm
                ? shm
                : new ShmFileException(owned.directory(),
                        "the channel's shared memory could not be accessed (was a file truncated?)", error);
    }

    // ------------------------------------------------------------------ the end

    private void end(@Nullable Throwable result) {
        if (ended) {
            return;
        }
        ended = true;
        if (!upstreamDone) {
            upstream.cancelLater();
        }
        ControlThread.get().removeTicker(ticker);
        ControlThread.get().execute(() -> reception.close(roster.all(), arrivals, () -> listener.terminated(result)));
        loop.execute(() -> {
            runUpstream();
            loop.remove(this);
            ControlThread.get().execute(this::unmap);
        });
    }

    private void unmap() {
        // An element may still be being encoded into the pool.
        reception.unmapAll(roster.all(), arrivals, () -> !encoding.get());
    }
}
