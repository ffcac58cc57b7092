package io.github.reactorshm.channel;

import java.util.Queue;
import java.util.function.Consumer;

import io.github.reactorshm.error.ShmCancelledException;
import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmPeerLostException;
import org.jspecify.annotations.Nullable;

/**
 * The work of a drain: from the upstream's elements and the subscriptions' words to entries, books and credit. No thread, no
 * socket, no user code. All of it belongs to whoever drains the producer, but for the first four methods, which threads
 * that fill slots call.
 */
final class Dispatch {

    private final String channel;
    private final Books books;
    private final EncodedQueue encoded;
    private final Roster roster = new Roster();

    private long outstanding;
    private long sequence;
    private long back;
    private long missing;
    private boolean hadSubscription;
    private boolean terminalDelivered;
    private @Nullable ShmException lastGone;
    private volatile boolean terminalWritten;

    Dispatch(String channel, int slots) {
        this.channel = channel;
        this.books = new Books(slots);
        this.encoded = new EncodedQueue(slots);
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
            hadSubscription = true;
            any = true;
        }
        return any;
    }

    /** Reads what subscriptions ask and say, and lets go of those whose peer has gone. */
    boolean look(Consumer<SinkSubscription> left) {
        boolean changed = false;
        for (SinkSubscription s : roster.all()) {
            // Before its words: what it wrote before its end is read after the end was seen.
            boolean gone = s.peerGone();
            changed |= s.look(books);
            if (gone) {
                leave(s);
                left.accept(s);
                changed = true;
            }
        }
        return changed;
    }

    private void leave(SinkSubscription s) {
        long unreturned = s.free(books);
        if (s.terminalWritten() && !s.finished()) {
            // One that cancelled owes nothing; one that broke the protocol was told so, not that the stream completed.
            missing += unreturned;
        }
        lastGone = reason(s);
        roster.remove(s);
    }

    private ShmException reason(SinkSubscription s) {
        ShmException broken = s.protocolError();
        if (broken != null) {
            return broken;
        }
        return s.cancelled()
                ? new ShmCancelledException(channel, "its last subscriber cancelled")
                : new ShmPeerLostException(channel,
                        "the process of its last subscriber went away without cancelling");
    }

    /** Publishes what is encoded. */
    boolean publish() {
        boolean any = false;
        while (!encoded.isEmpty()) {
            int slot = encoded.headSlot();
            long length = encoded.headLength();
            // What was taken before the end may come after it.
            outstanding = Math.max(0, outstanding - 1);
            if (length == EncodedQueue.ABANDONED || (terminalWritten && length >= 0)) {
                books.release(slot);
            } else if (length >= 0) {
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

    /** Looks which slots came back: the oldest of each subscription, or all if told so, or if nothing else can go on. */
    boolean collect(boolean all) {
        // Starved: nothing is free and nothing is on its way, so a slot behind a kept one counts.
        boolean sweep = all || (books.free() == 0 && outstanding == 0);
        int n = 0;
        for (SinkSubscription s : roster.all()) {
            n += s.collect(books, sweep);
        }
        back += n;
        return n > 0;
    }

    /** Publishes the end of the stream behind all frames, once the upstream emits no more. */
    boolean writeTerminal(@Nullable Throwable error) {
        if (!encoded.isEmpty()) {
            return false;
        }
        if (!terminalWritten) {
            // What was reserved for the upstream is free.
            books.revokeGranted();
            outstanding = 0;
        }
        if (error == null && !hadSubscription) {
            // A completed stream waits for its first subscriber, like a frame would.
            return false;
        }
        terminalWritten = true;
        boolean any = roster.writeTerminal(error == null ? null : ErrorTexts.of(error));
        terminalDelivered |= any;
        return any;
    }

    boolean terminalWritten() {
        return terminalWritten;
    }

    /** What may be granted as far as demand goes. */
    long need() {
        return Math.max(0, roster.demand() - outstanding);
    }

    /** Reserves as many free slots as are needed. Returns how many elements the upstream is to be asked for. */
    int grant() {
        int count = (int) Math.min(books.free(), need());
        if (count > 0) {
            books.grant(count);
            outstanding += count;
        }
        return count;
    }

    /** Whether there was a subscription, and none that wants more is left. */
    boolean lastHasGone() {
        return hadSubscription && roster.allFinished();
    }

    ShmException endOfLast() {
        SinkSubscription[] left = roster.all();
        ShmException gone = left.length > 0 ? reason(left[left.length - 1]) : lastGone;
        return gone == null ? new ShmPeerLostException(channel, "its last subscriber went away") : gone;
    }

    /** How a stream ended whose upstream is done; null if well. */
    @Nullable
    Throwable result(@Nullable Throwable error) {
        if (error != null) {
            return error;
        }
        if (!terminalDelivered && lastGone instanceof ShmPeerLostException) {
            return lastGone;
        }
        return missing == 0
                ? null
                : new ShmPeerLostException(channel, missing
                        + " frames were not given back by subscribers whose processes went away after the stream completed");
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
        gauges.set(books.free(), roster.held(), roster.active(), outstanding, roster.demand(), sequence);
    }
}
