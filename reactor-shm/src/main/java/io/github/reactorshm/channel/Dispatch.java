package io.github.reactorshm.channel;

import java.util.Arrays;
import java.util.Queue;
import java.util.function.Consumer;

import io.github.reactorshm.error.ShmCancelledException;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmPeerLostException;
import io.github.reactorshm.layout.DeliveryMode;
import io.github.reactorshm.layout.ErrorText;
import org.jspecify.annotations.Nullable;
import reactor.util.Logger;
import reactor.util.Loggers;

/**
 * The work of a drain: from the upstream's elements and the subscriptions' words to entries, books and credit. No thread, no
 * socket, no user code. All of it belongs to whoever drains the producer, but for the first four methods, which threads
 * that fill slots call.
 */
final class Dispatch {

    private static final Logger LOG = Loggers.getLogger(Dispatch.class);

    private final String channel;
    private final ProducerSettings settings;
    private final int slots;
    private final Books books;
    private final EncodedQueue encoded;
    private final FrameTable frames;
    private final Roster roster;
    /** Frames that came when nobody was there; the next subscription gets them. */
    private final FrameQueue unclaimed;

    private long outstanding;
    private long sequence;
    private long newestNanos;
    private long back;
    private long missing;
    private long undone;
    private long discarded;
    private int limit;
    private int latestLimit;
    private boolean started;
    private boolean terminalDelivered;
    private @Nullable ShmException lastGone;
    private volatile boolean terminalWritten;

    Dispatch(String channel, int slots, ProducerSettings settings) {
        this.channel = channel;
        this.slots = slots;
        this.settings = settings;
        this.books = new Books(slots);
        this.encoded = new EncodedQueue(slots);
        this.frames = new FrameTable(slots);
        this.roster = new Roster(slots, frames);
        this.unclaimed = new FrameQueue(slots, frames);
        setLimits();
    }

    // ------------------------------------------------------------------ threads that fill slots

    int takeGranted() {
        return books.takeGranted();
    }

    void filled(int slot, long length, long tag, long nanos) {
        encoded.add(slot, length, tag, nanos);
    }

    void abandoned(int slot) {
        encoded.add(slot, EncodedQueue.ABANDONED, 0, 0);
    }

    /** The slot will never be filled, and whoever lost it may still write into it. */
    void lost(int slot) {
        encoded.add(slot, EncodedQueue.LOST, 0, 0);
    }

    // ------------------------------------------------------------------ the drain

    Roster roster() {
        return roster;
    }

    /** Takes newcomers into the books. */
    boolean admit(Queue<SinkSubscription> arrivals) {
        boolean any = false;
        for (SinkSubscription s = arrivals.poll(); s != null; s = arrivals.poll()) {
            roster.add(s);
            s.begin();
            any = true;
            // One that has gone meanwhile has been there, but what waits is for somebody who takes it.
            started |= settings.awaitSubscribers() == 1;
            s.look(books);
            if (s.active()) {
                welcome(s);
            } else {
                s.joinedAfter(sequence);
                lastGone = reason(s);
            }
        }
        if (any) {
            started |= roster.active() >= settings.awaitSubscribers();
            setLimits();
        }
        return any;
    }

    /** A newcomer begins with the next frame, with those that nobody was there for, or with the newest if it asks for that. */
    private void welcome(SinkSubscription s) {
        int newest = books.newestOrLent();
        boolean replayed = newest != Books.NONE
                && (!unclaimed.isEmpty() || (s.mode() == DeliveryMode.LATEST && s.replaysLatest()));
        s.joinedAfter(replayed ? frames.sequence(newest) - 1 : sequence);
        Group group = s.group();
        while (!unclaimed.isEmpty()) {
            int slot = unclaimed.remove();
            if (s.mode() == DeliveryMode.LOSSLESS) {
                s.deliver(slot, frames, false);
            } else if (group != null) {
                group.claim(slot);
            } else {
                books.giveBack(slot);
            }
        }
    }

    /** Reads what subscriptions ask and say, and lets go of those whose peer has gone. */
    boolean look(Consumer<SinkSubscription> left) {
        boolean changed = false;
        for (SinkSubscription s : roster.all()) {
            // Before its words: what it wrote before its end is read after the end was seen.
            boolean gone = s.peerGone();
            boolean finished = s.finished();
            changed |= s.look(books);
            if (s.finished() && !finished) {
                lastGone = reason(s);
                Group group = s.group();
                if (group != null) {
                    group.memberFinished();
                }
            }
            count(s);
            if (gone) {
                leave(s);
                left.accept(s);
                changed = true;
            }
        }
        if (changed) {
            setLimits();
        }
        return changed;
    }

    private void leave(SinkSubscription s) {
        // One that cancelled or broke the protocol owes nothing, but a member its work, which no other one does after the end.
        boolean owes = s.terminalWritten() && (s.group() != null || !s.finished());
        long unreturned = s.free(books);
        count(s);
        if (owes) {
            missing += unreturned;
        }
        if (!s.finished()) {
            lastGone = reason(s);
        }
        roster.remove(s);
    }

    private void count(SinkSubscription s) {
        discarded += s.takeDiscarded();
        undone += s.takeUndone();
    }

    private ShmException reason(SinkSubscription s) {
        ShmException broken = s.protocolError();
        if (broken != null) {
            return broken;
        }
        return s.finished()
                ? new ShmCancelledException(channel, false, "its last subscriber cancelled")
                : new ShmPeerLostException(channel,
                        "the process of its last subscriber went away without cancelling");
    }

    /** How many slots a subscription may hold: the newest frame must find one, whatever those do that do not pace the sink. */
    private void setLimits() {
        int set = settings.heldLimit();
        int present = roster.active();
        if (terminalWritten) {
            // No frame is to come that a slot must be kept for.
            limit = slots;
            latestLimit = slots;
        } else if (set > 0) {
            limit = set;
            latestLimit = set;
        } else {
            limit = present < 2 ? slots : Math.max(1, (slots - 1) / present);
            latestLimit = Math.max(1, (slots - 1) / Math.max(1, present));
        }
    }

    int limitOf(SinkSubscription s) {
        return switch (s.mode()) {
            case LOSSLESS -> slots;
            case LATEST -> latestLimit;
            case GROUP -> limit;
        };
    }

    /** Publishes what is encoded. */
    boolean publish() {
        boolean any = false;
        while (!encoded.isEmpty()) {
            int slot = encoded.headSlot();
            long length = encoded.headLength();
            // What was taken before the end may come after it.
            outstanding = Math.max(0, outstanding - 1);
            if (length == EncodedQueue.LOST) {
                books.lost(slot);
            } else if (length == EncodedQueue.ABANDONED || terminalWritten) {
                books.notFilled(slot);
            } else {
                newestNanos = encoded.headPublishedNanos();
                frames.set(slot, length, ++sequence, newestNanos, encoded.headTag());
                publishOne(slot);
            }
            encoded.removeHead();
            any = true;
        }
        return any;
    }

    private void publishOne(int slot) {
        int holders = 0;
        boolean present = false;
        for (SinkSubscription s : roster.all()) {
            DeliveryMode mode = s.mode();
            if (mode == DeliveryMode.GROUP) {
                // As the groups see it: the process may go at any moment, and its going is looked into later.
                present |= !s.finished();
                continue;
            }
            if (!s.active()) {
                continue;
            }
            present = true;
            if (mode == DeliveryMode.LOSSLESS || (mode == DeliveryMode.LATEST && s.wants(latestLimit))) {
                s.deliver(slot, frames, false);
                holders++;
            }
        }
        for (Group g : roster.groups()) {
            if (g.hasMembers()) {
                g.publish(slot, limit);
                holders++;
            }
        }
        if (!present && (settings.keepOpen() || roster.hasLeavers())) {
            unclaimed.add(slot);
            holders++;
        }
        // With nobody there the channel is about to end: nobody is left to lose the frame.
        books.hold(slot, holders);
        books.becomesNewest(slot);
    }

    /** Looks which slots came back: the oldest of each subscription, or all if told so, or if nothing else can go on. */
    boolean collect(boolean all) {
        // Starved: nothing is free and nothing is on its way, so a slot behind a kept one counts.
        boolean sweep = all || (books.spent() && outstanding == 0);
        int n = 0;
        for (SinkSubscription s : roster.all()) {
            // One at its limit gets the next frame for a slot that is back, be it behind a kept one.
            n += s.collect(books, sweep || (s.demand() > 0 && s.heldCount() >= limitOf(s)));
            count(s);
        }
        back += n;
        return n > 0;
    }

    /**
     * Gives frames that wait to those who may have them now: the newest, and those of groups; {@code complete} says that the stream
     * ends well if all of them are taken.
     */
    boolean serve(boolean complete) {
        dropOrphans(complete);
        outstanding += books.takeLentBack();
        boolean any = serveLatest(false);
        for (Group g : roster.groups()) {
            any |= g.serve(limit);
        }
        return any;
    }

    private boolean serveLatest(boolean beyondDemand) {
        int newest = books.newest();
        if (newest == Books.NONE) {
            return false;
        }
        long number = frames.sequence(newest);
        boolean any = false;
        for (SinkSubscription s : roster.all()) {
            if (s.mode() == DeliveryMode.LATEST && s.active() && s.last() < number
                    && (beyondDemand || s.wants(latestLimit))) {
                books.holdToo(newest);
                s.deliver(newest, frames, false);
                any = true;
            }
        }
        return any;
    }

    /** Frames of a group whose last member has gone: nobody gets them, unless the sink waits for the next one. */
    private void dropOrphans(boolean complete) {
        for (Group g : roster.groups()) {
            if (g.queued() == 0 || g.hasMembers() || (settings.keepOpen() && !terminalWritten)) {
                continue;
            }
            int n = drop(g);
            if (g.lastDied()) {
                missing += n;
            } else if (complete) {
                undone += n;
            } else {
                discarded += n;
            }
            LOG.warn("channel '" + channel + "': the last member of group '" + g.name() + "' "
                    + (g.lastDied() ? "died" : "left") + "; " + n + " frames that no member finished are dropped");
        }
        roster.removeGroups();
    }

    /**
     * Publishes the end of the stream behind all frames, once the upstream emits no more; {@code draining} says that nobody is waited
     * for who is not there.
     */
    boolean writeTerminal(@Nullable Throwable error, boolean draining) {
        if (!encoded.isEmpty()) {
            return false;
        }
        if (!terminalWritten) {
            // What was reserved for the upstream is free.
            books.revokeGranted();
            outstanding = 0;
        }
        if (error == null && (draining ? !hasSubscriptions() : !started)) {
            // A completed stream waits for its first subscriber, like a frame would.
            return false;
        }
        if (error == null && !draining && nobodyTakesTheRest()) {
            // It waits for the next one; those who are there have all that is theirs.
            return tellEnd(null);
        }
        boolean any = false;
        if (!terminalWritten) {
            terminalWritten = true;
            dropUnclaimed();
            setLimits();
            any |= serve(error == null && !draining);
        }
        return tellEnd(error) || any;
    }

    private boolean tellEnd(@Nullable Throwable error) {
        boolean any = serveLatest(true);
        boolean told = roster.writeTerminal(error == null ? null : ErrorTexts.of(error));
        terminalDelivered |= told;
        return any || told;
    }

    /** Whether frames wait for somebody who is not there yet. */
    private boolean nobodyTakesTheRest() {
        return !unclaimed.isEmpty() || (settings.keepOpen() && roster.hasOrphans());
    }

    /** Drops what waits in a group; returns how many frames that was. */
    private int drop(Group g) {
        int n = g.queued();
        while (g.queued() > 0) {
            books.giveBack(g.drop());
        }
        return n;
    }

    private void dropUnclaimed() {
        discarded += unclaimed.size();
        while (!unclaimed.isEmpty()) {
            books.giveBack(unclaimed.remove());
        }
    }

    /** Tells those who were not told of an end that it came before all frames did; returns whether there was one. */
    boolean writeCutOff(ShmException why) {
        dropUnclaimed();
        for (Group g : roster.groups()) {
            discarded += drop(g);
        }
        ErrorText text = ErrorTexts.of(why);
        boolean any = false;
        for (SinkSubscription s : roster.all()) {
            if (s.active()) {
                any |= s.writeTerminal(text);
            }
        }
        return any;
    }

    /** Tells everybody of the end who was not told, although nothing waits for them; returns whether there was one. */
    boolean tellRest(@Nullable Throwable error) {
        boolean any = false;
        for (SinkSubscription s : roster.all()) {
            if (s.active()) {
                any |= s.writeTerminal(error == null ? null : ErrorTexts.of(error));
            }
        }
        return any;
    }

    /** The number of those who are served has changed. */
    void countAgain() {
        setLimits();
    }

    /** Frames that are in no subscription's ring. */
    int undelivered() {
        return roster.queued() + unclaimed.size();
    }

    boolean terminalWritten() {
        return terminalWritten;
    }

    /** Whether every subscription that is there was told of the end of the stream. */
    boolean allTold() {
        return terminalWritten && roster.queued() == 0;
    }

    /** What may be granted as far as demand goes. */
    long need() {
        return started ? roster.need(outstanding, limit) : 0;
    }

    /** Whether those who pace the sink ask for frames and may not be given any before they give some back. */
    boolean waitsForHolders() {
        return wanted() && outstanding == 0 && (books.free() == 0 || need() == 0);
    }

    /** Whether those who pace the sink ask for frames, whatever they hold. */
    boolean wanted() {
        return started && roster.demand() > 0;
    }

    /** Reserves as many free slots as are needed. Returns how many elements the upstream is to be asked for. */
    int grant() {
        long need = need();
        if (need == 0) {
            return 0;
        }
        int count = (int) Math.min(books.grantable(), need);
        if (count > 0) {
            books.grant(count);
            outstanding += count;
        }
        return count;
    }

    /** Whether there was a subscription, and none that wants more is left, nor is the next one waited for. */
    boolean lastHasGone() {
        return started && !settings.keepOpen() && roster.allFinished();
    }

    /** Whether somebody is there who takes frames. */
    boolean hasSubscriptions() {
        return roster.active() > 0 || roster.hasLeavers();
    }

    /** Why the last one went; what was for the next one is nobody's now, and counted. */
    ShmException endOfLast() {
        dropUnclaimed();
        ShmException gone = lastGone;
        return gone == null ? new ShmPeerLostException(channel, "its last subscriber went away") : gone;
    }

    /** How a stream ended whose upstream is done; null if well. */
    @Nullable
    Throwable result(@Nullable Throwable error) {
        if (error != null) {
            return error;
        }
        if (missing == 0 && !terminalDelivered && !settings.keepOpen() && lastGone instanceof ShmPeerLostException) {
            return lastGone;
        }
        if (missing > 0) {
            return new ShmPeerLostException(channel,
                    missing + " frames were not given back by subscribers whose processes went away" + (undone == 0
                            ? ""
                            : ", and " + undone + " were left untouched by members of groups that cancelled"));
        }
        return undone == 0
                ? null
                : new ShmCancelledException(channel, false,
                        undone + " frames were left untouched by members of groups that cancelled"
                                + " after the stream had completed, when no other member could be given them");
    }

    // ------------------------------------------------------------------ figures

    long outstanding() {
        return outstanding;
    }

    int free() {
        return books.free();
    }

    long published() {
        return sequence;
    }

    long back() {
        return back;
    }

    void show(ProducerGauges gauges) {
        // Before the count of frames, so that the first frame is never without its time.
        gauges.newest(newestNanos);
        gauges.set(books.free(), roster.held(), roster.active(), outstanding, roster.demand(), sequence);
        gauges.waiting(undelivered(), discarded);
        if (roster.takeChange()) {
            gauges.present(Arrays.stream(roster.all()).map(SinkSubscription::gauges).toList());
        }
        int newest = books.newestOrLent();
        long number = newest == Books.NONE ? 0 : frames.sequence(newest);
        for (SinkSubscription s : roster.all()) {
            s.show(sequence, s.last() < number);
        }
    }
}
