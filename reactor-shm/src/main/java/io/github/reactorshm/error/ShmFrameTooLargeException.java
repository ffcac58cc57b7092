package io.github.reactorshm.error;

/**
 * An element does not fit into a slot. Thrown by codecs that see it first, and signalled by the sink, whose upstream is
 * cancelled; sources get the earlier frames and then the error. Not retryable.
 */
public final class ShmFrameTooLargeException extends ShmException {

    private static final long serialVersionUID = 1L;

    private final long needed;
    private final long slotSize;

    /**
     * Creates the error.
     *
     * @param needed the bytes that the element takes
     * @param slotSize the bytes that a slot has
     */
    public ShmFrameTooLargeException(long needed, long slotSize) {
        super("an element of " + bytes(needed) + " does not fit into a slot of " + bytes(slotSize)
                + "; open the sink with a larger slotSize", null);
        this.needed = needed;
        this.slotSize = slotSize;
    }

    /**
     * Returns the size of the element.
     *
     * @return bytes
     */
    public long getNeeded() {
        return needed;
    }

    /**
     * Returns the size of a slot of the channel.
     *
     * @return bytes
     */
    public long getSlotSize() {
        return slotSize;
    }
}
