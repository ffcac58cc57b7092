package io.github.reactorshm.channel;

import io.github.reactorshm.error.ShmProtocolException;
import io.github.reactorshm.layout.EntryKind;
import io.github.reactorshm.layout.EntryView;
import io.github.reactorshm.layout.PoolGeometry;
import io.github.reactorshm.layout.SubscriptionControl;

/**
 * Reads a delivery ring in order and trusts none of it: each entry is copied once and checked before it is used. It belongs to
 * whoever drains the consumer, but for {@link #hasNews()}.
 */
final class RingReader {

    /** What {@link #look()} returns when nothing was published. */
    static final int NOTHING = 0;

    private final String channel;
    private final SubscriptionControl control;
    private final PoolGeometry geometry;
    private final boolean ordered;
    private final EntryView entry = new EntryView();
    private long next = 1;
    private long lastSequence;

    /** In a group, a frame that another member left behind comes after later ones; otherwise sequences only grow. */
    RingReader(String channel, SubscriptionControl control, PoolGeometry geometry, boolean ordered) {
        this.channel = channel;
        this.control = control;
        this.geometry = geometry;
        this.ordered = ordered;
    }

    /** Whether something stands in the next entry that was not there before. A hint, from any thread. */
    boolean hasNews() {
        return control.entryIndex(next) != absent();
    }

    /**
     * Looks at the next entry and checks it; does not take it.
     *
     * @return {@link #NOTHING} or the entry's kind
     * @throws ShmProtocolException if the producer broke the protocol
     */
    int look() {
        long index = control.entryIndex(next);
        if (index != next) {
            if (index != absent()) {
                throw broken("delivery index " + index + " where " + next + " was due");
            }
            return NOTHING;
        }
        control.readEntry(next, entry);
        switch (entry.kind()) {
            case EntryKind.NEXT -> checkFrame();
            case EntryKind.COMPLETE, EntryKind.ERROR -> {
                return entry.kind();
            }
            default -> throw broken("an entry of kind " + entry.kind() + "; 1 to 3 exist");
        }
        return EntryKind.NEXT;
    }

    /** Takes the frame that {@link #look()} has found; {@code kept} says whether it may be held beyond the drain. */
    HeldSlot take(Attachment attachment, boolean kept) {
        long index = next++;
        lastSequence = entry.sequence();
        control.storeTaken(index);
        HeldSlot slot = new HeldSlot(attachment, index, entry);
        if (kept) {
            slot.outliveDrain();
            attachment.watch(slot);
        }
        return slot;
    }

    /** Takes the terminal entry that {@link #look()} has found. */
    void takeTerminal() {
        control.storeTaken(next++);
    }

    private void checkFrame() {
        int slot = entry.slot();
        if (slot < 0 || slot >= geometry.slots()) {
            throw broken("slot " + slot + " of a pool of " + geometry.slots());
        }
        if (entry.length() < 0 || entry.length() > geometry.slotSize()) {
            throw broken(entry.length() + " bytes in a slot of " + geometry.slotSize());
        }
        if (entry.sequence() <= (ordered ? lastSequence : 0)) {
            throw broken("sequence " + entry.sequence() + (ordered ? " after " + lastSequence : ""));
        }
        if (ordered && entry.redelivered()) {
            throw broken("a frame that is marked as redelivered to a subscription of no group");
        }
    }

    /** What stands in the next entry as long as nothing was published there. */
    private long absent() {
        return Math.max(next - control.ringCapacity(), 0);
    }

    private ShmProtocolException broken(String what) {
        return new ShmProtocolException(channel, "the producer published " + what);
    }
}
