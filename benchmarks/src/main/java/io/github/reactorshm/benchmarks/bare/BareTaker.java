package io.github.reactorshm.benchmarks.bare;

import io.github.reactorshm.layout.EntryView;
import io.github.reactorshm.layout.SubscriptionControl;

/** The consumer's side of the rings: takes one frame after the other and gives each back at once. One thread. */
public final class BareTaker {

    private final SubscriptionControl control;
    private final EntryView entry = new EntryView();
    private long index = 1;

    public BareTaker(SubscriptionControl control) {
        this.control = control;
    }

    /** Reads the next entry if it is there. */
    public boolean poll() {
        if (control.entryIndex(index) != index) {
            return false;
        }
        control.readEntry(index, entry);
        return true;
    }

    /** What {@link #poll()} read. */
    public EntryView entry() {
        return entry;
    }

    /** Gives the slot of {@link #entry()} back; the next entry is due. Returns the delivery index under which it came. */
    public long giveBack() {
        control.storeReturned(entry.slot(), index);
        return index++;
    }
}
