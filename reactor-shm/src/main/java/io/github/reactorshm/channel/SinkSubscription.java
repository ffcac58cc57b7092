package io.github.reactorshm.channel;

import io.github.reactorshm.control.Hello;
import io.github.reactorshm.control.MappedFile;
import io.github.reactorshm.error.ShmProtocolException;
import io.github.reactorshm.layout.DeliveryMode;
import io.github.reactorshm.layout.ErrorText;
import io.github.reactorshm.layout.SubscriptionControl;
import io.github.reactorshm.loop.Wire;
import io.github.reactorshm.loop.WireListener;

import org.jspecify.annotations.Nullable;

import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * One subscription in the producer's books. All of it belongs to whoever drains the producer, but for the flags that the
 * socket's watchers set.
 */
final class SinkSubscription implements WireListener {

    private static final Logger LOG = Loggers.getLogger(SinkSubscription.class);

    private final String channel;
    private final long id;
    private final MappedFile file;
    private final SubscriptionControl control;
    private final Runnable changed;
    private final Runnable rang;
    private final HeldList held;
    private final DeliveryMode mode;
    private final boolean replayLatest;
    private final SubscriptionGauges gauges;
    private @Nullable Wire wire;
    private @Nullable Group group;

    private long delivered;
    private long requested;
    private long joined;
    private long last;
    private long redelivered;
    private long back;
    private long backBefore = -1;
    private long stillSince;
    private boolean cancelled;
    private boolean leaving;
    private int discarded;
    private int undone;
    private boolean terminalWritten;
    private @Nullable ShmProtocolException protocolError;
    private boolean endTold;
    private boolean starving;

    private volatile boolean peerGone;
    private volatile @Nullable ShmProtocolException wireError;

    SinkSubscription(String channel, long id, Hello hello, DeliveryMode mode, MappedFile file,
            SubscriptionControl control, Runnable changed, Runnable rang) {
        this.channel = channel;
        this.id = id;
        this.file = file;
        this.control = control;
        this.changed = changed;
        this.rang = rang;
        this.held = new HeldList(control.slots());
        this.mode = mode;
        this.replayLatest = hello.replayLatest();
        this.gauges = new SubscriptionGauges(id, mode, hello.group());
    }

    // ------------------------------------------------------------------ the socket

    void wire(Wire established) {
        wire = established;
    }

    @Nullable
    Wire wire() {
        return wire;
    }

    @Override
    public void wireRang() {
        rang.run();
    }

    @Override
    public void wireEnded() {
        peerGone = true;
        changed.run();
    }

    @Override
    public void wireBroken(ShmProtocolException error) {
        wireError = error;
        changed.run();
    }

    // ------------------------------------------------------------------ state

    long id() {
        return id;
    }

    DeliveryMode mode() {
        return mode;
    }

    SubscriptionGauges gauges() {
        return gauges;
    }

    boolean replaysLatest() {
        return replayLatest;
    }

    MappedFile file() {
        return file;
    }

    boolean peerGone() {
        return peerGone;
    }

    /** Whether it said by itself that it takes no more, or broke the protocol; its process may live on. */
    boolean finished() {
        return cancelled || leaving || protocolError != null;
    }

    /** Whether it still gets frames and, in most modes, paces the sink. */
    boolean active() {
        return !finished() && !peerGone;
    }

    boolean cancelled() {
        return cancelled;
    }

    /** Whether it leaves and has not yet taken all that it was given. */
    boolean takesTheRest() {
        return leaving && !cancelled && protocolError == null && !peerGone && control.taken() < delivered;
    }

    @Nullable
    ShmProtocolException protocolError() {
        return protocolError;
    }

    boolean terminalWritten() {
        return terminalWritten;
    }

    int heldCount() {
        return held.size();
    }

    /** What it asked for and was not given: never less than 0. */
    long demand() {
        return Math.max(0, requested - delivered);
    }

    /** Whether it asks for a frame and holds fewer than {@code limit}. */
    boolean wants(int limit) {
        return requested > delivered && held.size() < limit;
    }

    /** The sequence of the last frame that it got or that was published before it came. */
    long last() {
        return last;
    }

    /** Whether it is {@code full} and has given nothing back since the last look, which was at {@code now} or before. */
    boolean standsStill(boolean full, long now) {
        boolean still = full && back == backBefore;
        backBefore = back;
        if (!still) {
            stillSince = now;
        }
        return still;
    }

    /** When it began to stand still. */
    long stillSince() {
        return stillSince;
    }

    /** It gets frames that come after {@code sequence}. */
    void joinedAfter(long sequence) {
        joined = sequence;
        last = sequence;
    }

    void joined(Group its) {
        group = its;
    }

    @Nullable
    Group group() {
        return group;
    }

    // ------------------------------------------------------------------ what it says

    /**
     * Reads its asks.
     *
     * @return true if anything changed
     */
    boolean look(Books books) {
        if (protocolError != null || cancelled) {
            return false;
        }
        ShmProtocolException broken = wireError;
        if (broken != null) {
            breakOff(broken);
            return true;
        }
        long asked = control.requested();
        int state = control.consumerState();
        if (asked < requested) {
            breakOff(new ShmProtocolException(channel, "subscription " + id + " lowered its demand from " + requested
                    + " to " + asked + "; it may only grow"));
            return true;
        }
        boolean grown = asked > requested;
        requested = asked;
        if (state == SubscriptionControl.CONSUMER_CANCELLED) {
            cancelled = true;
            giveUpUntaken(books);
            return true;
        }
        if (state == SubscriptionControl.CONSUMER_LEAVING) {
            return leave() || grown;
        }
        if (state != SubscriptionControl.CONSUMER_ACTIVE || leaving) {
            breakOff(new ShmProtocolException(channel, "subscription " + id + " is in state " + state
                    + (leaving ? " after 2 (leaving)" : "; 0 (active), 1 (cancelled) and 2 (leaving) exist")));
            return true;
        }
        return grown;
    }

    /** It takes what it was given, and no more: that is the end of its stream. */
    private boolean leave() {
        if (leaving) {
            return false;
        }
        leaving = true;
        endTold |= writeTerminal(null);
        return true;
    }

    /** After CANCELLED, what was not taken is the producer's again. */
    private void giveUpUntaken(Books books) {
        long taken = control.taken();
        for (int slot = held.first(); slot != HeldList.NONE;) {
            int after = held.next(slot);
            if (held.index(slot) > taken) {
                held.remove(slot);
                giveUpUnseen(slot, books);
            }
            slot = after;
        }
    }

    /** A frame that it did not look at: another member of its group does, or nobody. */
    private void giveUpUnseen(int slot, Books books) {
        if (giveUp(slot, false, books)) {
            return;
        }
        if (group == null) {
            discarded++;
        } else {
            undone++;
        }
    }

    /** Gives a frame that it did not give back to its group, if it has one that goes on; else frees it. */
    private boolean giveUp(int slot, boolean maySeen, Books books) {
        Group g = group;
        if (g != null && !g.over()) {
            g.takeBack(slot, maySeen);
            return true;
        }
        books.giveBack(slot);
        return false;
    }

    /**
     * Looks whether slots came back: the oldest first, and beyond the first that did not come back only if asked to.
     *
     * @return how many came back
     */
    int collect(Books books, boolean sweep) {
        int n = 0;
        for (int slot = held.first(); slot != HeldList.NONE && protocolError == null;) {
            int after = held.next(slot);
            long due = held.index(slot);
            long word = control.returned(slot);
            // A member says so that it has not looked at the frame.
            boolean unseen = word < 0 && group != null;
            long returned = unseen ? -word : word;
            if (returned == due) {
                held.remove(slot);
                if (unseen) {
                    giveUpUnseen(slot, books);
                } else {
                    books.giveBack(slot);
                }
                n++;
            } else if (returned > due || returned < 0) {
                breakOff(new ShmProtocolException(channel, "subscription " + id + " gave slot " + slot
                        + " back under delivery index " + word + "; it was given under " + due));
            } else if (!sweep) {
                break;
            }
            slot = after;
        }
        back += n;
        return n;
    }

    /**
     * The process is gone, or it closed its socket: everything is back, or goes to another member of its group.
     *
     * @return how many frames it had not given back by then and nobody else gets
     */
    int free(Books books) {
        long taken = control.taken();
        collect(books, true);
        int missing = 0;
        for (int slot = held.first(); slot != HeldList.NONE; slot = held.first()) {
            held.remove(slot);
            missing += giveUp(slot, held.index(slot) <= taken, books) ? 0 : 1;
        }
        return missing;
    }

    /** Frames of a group that is over, which it was given and did not look at; since the last call. */
    int takeUndone() {
        int n = undone;
        undone = 0;
        return n;
    }

    /** Frames that it was given and cancelled before it took them, and nobody else gets; since the last call. */
    int takeDiscarded() {
        int n = discarded;
        discarded = 0;
        return n;
    }

    /** Whether it was told since the last call that its stream is over: it leaves, or broke the protocol. */
    boolean takeEnd() {
        boolean told = endTold;
        endTold = false;
        return told;
    }

    private void breakOff(ShmProtocolException error) {
        protocolError = error;
        endTold = true;
        LOG.warn(error.getMessage() + "; it is served no more, others are not affected");
        writeTerminal(new ErrorText(ErrorText.CODE_PROTOCOL, 0, ShmProtocolException.class.getName(),
                String.valueOf(error.getMessage())));
    }

    // ------------------------------------------------------------------ what it is told

    void begin() {
        control.storeProducerActive();
    }

    void deliver(int slot, FrameTable frames, boolean maySeen) {
        long index = ++delivered;
        held.append(slot, index);
        last = frames.sequence(slot);
        if (maySeen) {
            redelivered++;
        }
        control.publishNext(index, slot, frames.length(slot), last, frames.publishedNanos(slot), frames.tag(slot),
                maySeen);
        control.storeDelivered(index);
    }

    /** Brings its gauges up to date, where {@code published} frames were published and its newest may wait for it. */
    void show(long published, boolean newestWaits) {
        long frames = delivered - (terminalWritten ? 1 : 0);
        long skipped = mode == DeliveryMode.LATEST && active()
                ? published - joined - frames - (newestWaits ? 1 : 0)
                : gauges.skipped();
        gauges.set(demand(), held.size(), frames, skipped, redelivered);
    }

    /** Publishes the end of the stream, once. Returns whether this call did. */
    boolean writeTerminal(@Nullable ErrorText error) {
        if (terminalWritten) {
            return false;
        }
        terminalWritten = true;
        control.publishTerminal(++delivered, error);
        control.storeDelivered(delivered);
        return true;
    }

    void starving(boolean now) {
        if (starving != now) {
            starving = now;
            control.storeStarving(now);
        }
    }

    // ------------------------------------------------------------------ bells

    void announce() {
        control.storeProducerParked(true);
    }

    void retract() {
        control.storeProducerParked(false);
    }

    /** Whether the consumer is parked; the caller has put a full fence after what it published. */
    boolean wantsBell() {
        return control.consumerParked();
    }

    /** Has the loop ring. */
    void ringLater() {
        Wire w = wire;
        if (w != null) {
            w.requestBell();
        }
    }

    /** Rings if another thread asked for it; on the loop. */
    void ringIfDue() {
        Wire w = wire;
        if (w != null && w.takeBell()) {
            ring();
        }
    }

    void ring() {
        Wire w = wire;
        if (w != null) {
            control.storeConsumerParked(false);
            w.ring();
        }
    }
}
