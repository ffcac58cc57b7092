package io.github.reactorshm.channel;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import io.github.reactorshm.control.Answer;
import io.github.reactorshm.control.Attachments;
import io.github.reactorshm.control.ControlThread;
import io.github.reactorshm.control.Hello;
import io.github.reactorshm.control.OwnedChannel;
import io.github.reactorshm.error.ShmCancelledException;
import io.github.reactorshm.error.ShmException;
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

    private final Dispatch dispatch;
    private final Roster roster;
    private final Upstream upstream = new Upstream();
    private final ProducerGauges gauges;
    private final PatienceWatch patience;
    private final HoarderWatch hoarders;
    private final Queue<SinkSubscription> arrivals = new ConcurrentLinkedQueue<>();
    private final Runnable ticker = this::tick;
    private final AtomicInteger wip = new AtomicInteger();
    /** Elements of the upstream that are being encoded. */
    private final AtomicInteger encoding = new AtomicInteger();
    private final Acquisitions acquisitions;
    private final StatsWriter stats;

    // Set by any thread, looked at by whoever drains.
    private final AtomicReference<@Nullable Ending> ending = new AtomicReference<>();
    private volatile @Nullable Throwable crash;
    private volatile boolean closeDue;
    private volatile boolean draining;
    private volatile boolean sweepDue;
    private volatile boolean tickDue;

    // Written and read by the loop alone.
    private boolean inUpstream;

    // Written by whoever drains.
    private long activity;
    /** Written before {@code ended}, and read after it. */
    private @Nullable Throwable result;
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
        this.dispatch = new Dispatch(owned.name(), geometry.slots(), settings);
        this.roster = dispatch.roster();
        this.gauges = new ProducerGauges(geometry.slots());
        this.patience = new PatienceWatch(owned.name(), geometry.slots(), settings, gauges, System.nanoTime());
        this.hoarders = new HoarderWatch(owned.name());
        this.acquisitions = new Acquisitions(owned.name(), geometry.slots(), dispatch, this::slot, this::over,
                this::drain);
        this.stats = new StatsWriter(owned, geometry, gauges, acquisitions::keptForGood, loop);
        this.reception = new Reception(owned, geometry, settings, loop, this::drain, this::rang);
    }

    /** Begins to serve. Any thread. */
    public void start() {
        loop.add(this);
        try {
            ControlThread.get().addTicker(ticker);
        } catch (RuntimeException | Error e) {
            loop.remove(this);
            throw e;
        }
        ControlThread.get().execute(() -> reception.open(this));
        ControlThread.get().execute(stats::open);
    }

    /**
     * The gauges.
     *
     * @return the gauges
     */
    public ProducerGauges gauges() {
        return gauges;
    }

    /**
     * Slots that were lost by those who filled them, after their memory was handed out: kept until the process ends.
     *
     * @return the number
     */
    public int keptSlots() {
        return acquisitions.keptForGood();
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
            // It ended between the look and the attach, and may have looked for an upstream in between. Calls to the
            // upstream are the loop's, so that it is cancelled once.
            upstream.cancelLater();
            loop.execute(this::runUpstream);
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
        encoding.incrementAndGet();
        int slot = over() ? OVER : dispatch.takeGranted();
        if (slot < 0) {
            encoding.decrementAndGet();
            if (upstreamDone()) {
                // The end may have waited for it.
                drain();
            }
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
        dispatch.filled(slot, length, tag, System.nanoTime());
        encoding.decrementAndGet();
        if (inUpstream && loop.inLoop()) {
            publishAtOnce();
        } else {
            drain();
        }
    }

    /**
     * The loop is inside the upstream's {@code request}: nothing else can come of a drain before it returns, so the frame is
     * published and the rest left to the poll that follows.
     */
    private void publishAtOnce() {
        if (wip.getAndIncrement() != 0) {
            return;
        }
        try {
            if (!ended && dispatch.publish()) {
                activity++;
                ringThoseParked();
            }
        } catch (RuntimeException | Error e) {
            end(accessError(e));
        }
        if (wip.decrementAndGet() != 0) {
            drainWhileMissed();
        }
    }

    /**
     * The slot was not filled; it is free again.
     *
     * @param slot the slot
     */
    public void abandon(int slot) {
        dispatch.abandoned(slot);
        encoding.decrementAndGet();
        drain();
    }

    /**
     * Takes a reserved slot for somebody who fills it at leisure; any thread.
     *
     * @return the slot, or null if none is reserved now or the channel takes no more frames
     */
    public @Nullable TakenSlot take() {
        return acquisitions.take();
    }

    /** The upstream completed. */
    public void complete() {
        if (ending.compareAndSet(null, new Ending(null))) {
            drain();
        }
    }

    /**
     * The upstream failed.
     *
     * @param error why
     */
    public void fail(Throwable error) {
        if (ending.compareAndSet(null, new Ending(error))) {
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

    /** Cancels the upstream and ends the channel once every frame was given back, or nobody is there to take any. Any thread. */
    public void drainAndClose() {
        upstream.cancelLater();
        draining = true;
        ending.compareAndSet(null, new Ending(null));
        drain();
        loop.wake();
    }

    /** Ends the channel; those who do not have all frames are told how many they miss. Any thread. */
    public void cutOff() {
        draining = true;
        close();
    }

    /**
     * Whether no frame is taken any more: the upstream is done or the channel has ended.
     *
     * @return true if {@link #begin()} gives no slot any more
     */
    public boolean over() {
        return upstreamDone() || ended;
    }

    /**
     * Why no frame is taken any more. It is known as soon as none is.
     *
     * @return the error; null if the upstream has completed, or if frames are taken
     */
    public @Nullable Throwable overReason() {
        return ended ? result : endingError();
    }

    /**
     * Whether the channel has ended.
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
        inUpstream = true;
        try {
            return upstream.run();
        } catch (RuntimeException | Error e) {
            // Rule 3.16 and 3.15 forbid it; the subscribers are told.
            cancelAndFail(e);
            return true;
        } finally {
            inUpstream = false;
        }
    }

    @Override
    public boolean watches() {
        return roster.all().length > 0;
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
        return reception.answer(hello, ended || dispatch.terminalWritten());
    }

    @Override
    public void attached(long subscriptionId, SocketChannel socket) {
        arrivals.add(reception.admit(subscriptionId, socket));
        drain();
    }

    @Override
    public void abandoned(long subscriptionId) {
        reception.forget(subscriptionId);
    }

    /** The bell that was taken away is the loop's: it must look and announce itself again. */
    private void rang() {
        drain();
        loop.wake();
    }

    private boolean upstreamDone() {
        return ending.get() != null;
    }

    private @Nullable Throwable endingError() {
        Ending e = ending.get();
        return e == null ? null : e.error();
    }

    private void tick() {
        acquisitions.look();
        tickDue = true;
        sweepDue = true;
        drain();
        stats.write();
    }

    // ------------------------------------------------------------------ the drain

    private void drain() {
        if (wip.getAndIncrement() == 0) {
            drainWhileMissed();
        }
    }

    private void drainWhileMissed() {
        int missed = 1;
        do {
            try {
                drainOnce();
            } catch (RuntimeException | Error e) {
                end(accessError(e));
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
            end(accessError(broken));
            return;
        }
        boolean changed = dispatch.admit(arrivals);
        if (changed && !loop.inLoop()) {
            // A parked loop has announced itself only to those that were in the books.
            loop.wake();
        }
        changed |= dispatch.look(reception::dismiss);
        boolean published = dispatch.publish();
        boolean sweep = sweepDue;
        if (sweep) {
            sweepDue = false;
        }
        changed |= dispatch.collect(sweep);
        published |= dispatch.serve(!draining && upstreamDone() && endingError() == null);
        published |= writeTerminal();
        grant();
        if (roster.takeEnds()) {
            published = true;
            dispatch.countAgain();
        }
        if (tickDue) {
            tickDue = false;
            checkPatience();
        }
        if (published) {
            ringThoseParked();
        }
        dispatch.show(gauges);
        if (changed || published) {
            activity++;
        }
        settle();
    }

    private void grant() {
        if (!upstreamDone() && upstream.attached() && !upstream.cancelDue()) {
            upstream.requestLater(dispatch.grant());
        }
    }

    private boolean writeTerminal() {
        // A frame whose publication began before the end comes before the end.
        Ending e = ending.get();
        return e != null && !acquisitions.isPublishing() && encoding.get() == 0
                && dispatch.writeTerminal(e.error(), draining);
    }

    private void checkPatience() {
        if (dispatch.terminalWritten() || !upstream.attached()) {
            patience.over(roster);
            return;
        }
        hoarders.tick(System.nanoTime(), dispatch);
        ShmException error = patience.tick(System.nanoTime(), dispatch);
        if (error == null) {
            return;
        }
        upstream.cancelLater();
        if (ending.compareAndSet(null, new Ending(error))) {
            writeTerminal();
            ringThoseParked();
            loop.wake();
        } else {
            // The upstream has completed, and the subscribers that the completion waits for did not come.
            if (dispatch.writeCutOff(error)) {
                ringThoseParked();
            }
            end(error);
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
        // Once: another thread may set it between two looks.
        boolean close = closeDue;
        if (close && !draining) {
            end(new ShmCancelledException(owned.name(), true, "its owner closed it"));
        } else if (close) {
            endDraining();
        } else if (dispatch.terminalWritten()) {
            if (roster.held() == 0 && dispatch.allTold()) {
                end(dispatch.result(endingError()));
            }
        } else if (draining && !dispatch.hasSubscriptions()) {
            endDraining();
        } else if (dispatch.lastHasGone()) {
            ShmException why = dispatch.endOfLast();
            dispatch.show(gauges);
            end(why);
        } else if (upstream.due() && !loop.inLoop()) {
            loop.wake();
        }
    }

    private void endDraining() {
        int missed = dispatch.undelivered();
        int unreturned = roster.held();
        if (missed == 0 && unreturned == 0) {
            if (dispatch.tellRest(endingError())) {
                ringThoseParked();
            }
            end(dispatch.result(endingError()));
            return;
        }
        ShmCancelledException why = new ShmCancelledException(owned.name(), true,
                "its owner closed it while " + unreturned
                        + " frames were not given back and " + missed + " not delivered; the latter are discarded");
        if (dispatch.writeCutOff(why)) {
            ringThoseParked();
        }
        dispatch.show(gauges);
        end(why);
    }

    /**
     * An error of an access to shared memory, as a user sees it.
     *
     * @param error what the access threw
     * @return the typed error
     */
    public ShmException accessError(Throwable error) {
        return ErrorTexts.ofAccess(owned.directory(), error);
    }

    // ------------------------------------------------------------------ the end

    private void end(@Nullable Throwable why) {
        if (ended) {
            return;
        }
        result = why;
        ended = true;
        if (!upstreamDone()) {
            upstream.cancelLater();
        }
        ControlThread.get().removeTicker(ticker);
        ControlThread.get().execute(() -> reception.close(roster.all(), arrivals, () -> listener.terminated(why)));
        loop.execute(() -> {
            runUpstream();
            loop.remove(this);
            ControlThread.get().execute(this::unmap);
        });
    }

    private void unmap() {
        stats.close();
        reception.unmapSubscriptions(roster.all(), arrivals);
        unmapPoolWhenUnused();
    }

    /** A slot may still be being filled. One that was lost after its memory was handed out keeps the pool mapped for good. */
    private void unmapPoolWhenUnused() {
        acquisitions.look();
        int busy = acquisitions.open() + encoding.get();
        if (busy == 0) {
            reception.unmapPool();
        } else if (busy > acquisitions.keptForGood()) {
            ControlThread.get().schedule(ControlThread.TICK_MILLIS, TimeUnit.MILLISECONDS, this::unmapPoolWhenUnused);
        }
    }

    /** How the upstream ended: with an error, or well. */
    private record Ending(@Nullable Throwable error) {}
}
