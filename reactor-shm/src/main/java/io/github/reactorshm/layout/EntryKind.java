package io.github.reactorshm.layout;

/** What an entry of a delivery ring says. */
public final class EntryKind {

    /** A frame. */
    public static final int NEXT = 1;
    /** The stream completed; nothing follows. */
    public static final int COMPLETE = 2;
    /** The stream failed; the error text says why; nothing follows. */
    public static final int ERROR = 3;

    private EntryKind() {}
}
