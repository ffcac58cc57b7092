package io.github.reactorshm.channel;

import io.github.reactorshm.control.MappedFile;
import io.github.reactorshm.error.ShmProtocolException;
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
    private @Nullable Wire wire;

    private long delivered;
    private long requested;
    private boolean cancelled;
    private boolean terminalWritten;
    private @Nullable ShmProtocolException protocolError;
    private boolean breakTold;
    private boolean starving;

    private volatile boolean peerGone;
    private volatile @Nullable ShmProtocolException wireError;

    SinkSubscription(String channel, long id, MappedFile file, SubscriptionControl control,
            Runnable changed, Runnable rang) {
        this.channel = channel;
        this.id = id;
        this.file = file;
        this.control = control;
        this.changed = changed;
        this.rang = rang;
        this.held = new HeldList(control.slots());
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

    MappedFile file() {
        return file;
    }

    boolean peerGone() {
        return peerGone;
    }

    /** Whether it said by itself that it takes no more, or broke the protocol; its process may live on. */
    boolean finished() {
        return cancelled || protocolError != null;
    }

    /** Whether it still gets frames and paces the sink. */
    boolean active() {
        return !finished() && !peerGone;
    }

    boolean cancelled() {
        return cancelled;
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
            freeUntaken(books);
            return true;
        }
        if (state != SubscriptionControl.CONSUMER_ACTIVE) {
            breakOff(new ShmProtocolException(channel, "subscription " + id + " is in state " + state
                    + "; 0 (active) and 1 (cancelled) exist"));
            return true;
        }
        return grown;
    }

    /** After CANCELLED, what was not taken is the producer's again. */
    private void freeUntaken(Books books) {
        long taken = control.taken();
        for (int slot = held.first(); slot != HeldList.NONE;) {
            int after = held.next(slot);
            if (held.index(slot) > taken) {
                held.remove(slot);
                books.giveBack(slot);
            }
            slot = after;
        }
    }

    /**
     * Looks whether slots came back: the oldest first, and beyond the first that did not come back only if asked to.
     *
     * @return how many came back
     */
    int collect(Books books, boolean sweep) {
        int back = 0;
        for (int slot = held.first(); slot != HeldList.NONE && protocolError == null;) {
            int after = held.next(slot);
            long due = held.index(slot);
            long returned = control.returned(slot);
            if (returned == due) {
                held.remove(slot);
                books.giveBack(slot);
                back++;
            } else if (returned > due || returned < 0) {
                breakOff(new ShmProtocolException(channel, "subscription " + id + " gave slot " + slot
                        + " back under delivery index " + returned + "; it was given under " + due));
            } else if (!sweep) {
                break;
            }
            slot = after;
        }
        return back;
    }

    /**
     * The process is gone, or it closed its socket: everything is back.
     *
     * @return how many frames it had not given back by then
     */
    int free(Books books) {
        collect(books, true);
        int missing = held.size();
        for (int slot = held.first(); slot != HeldList.NONE; slot = held.first()) {
            held.remove(slot);
            books.giveBack(slot);
        }
        return missing;
    }

    /** Whether it was told since the last call that it broke the protocol. */
    boolean takeBreak() {
        boolean told = breakTold;
        breakTold = false;
        return told;
    }

    private void breakOff(ShmProtocolException error) {
        protocolError = error;
        breakTold = true;
        LOG.warn(error.getMessage() + "; it is served no more, others are not affected");
        writeTerminal(new ErrorText(ErrorText.CODE_PROTOCOL, 0, ShmProtocolException.class.getName(),
                String.valueOf(error.getMessage())));
    }

    // ------------------------------------------------------------------ what it is told

    void begin() {
        control.storeProducerActive();
    }

    void deliver(int slot, long length, long sequence, long publishedNanos, long tag) {
        long index = ++delivered;
        held.append(slot, index);
        control.publishNext(index, slot, length, sequence, publishedNanos, tag);
        control.storeDelivered(index);
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
