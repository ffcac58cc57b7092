package io.github.reactorshm.layout;

/**
 * Where the slots of a pool are.
 *
 * <pre>
 *   0              slotsOffset        + stride           + 2 stride
 *   | header page  | slot 0 | guard   | slot 1 | guard   | ...            | end of file
 *                  |&lt;slotSize&gt;|        64-byte aligned, each
 * </pre>
 *
 * The guard after each slot (to a multiple of 64, and 64 more) is for native code that writes past a row's end.
 *
 * @param slots number of slots, 1 or more
 * @param slotSize bytes of payload that a slot takes, 1 or more
 * @param stride bytes from one slot to the next, a multiple of 64, at least 64 more than the slot
 * @param slotsOffset offset of slot 0, a multiple of 4096 behind the header
 */
public record PoolGeometry(int slots, long slotSize, long stride, long slotsOffset) {

    /** Every slot begins at a multiple of this. */
    public static final int SLOT_ALIGNMENT = 64;

    /** The least number of bytes between the end of one slot and the beginning of the next. */
    public static final int GUARD_BYTES = 64;

    /** The first slot begins at a multiple of this. */
    public static final int PAGE_SIZE = 4096;

    /**
     * Checks every component.
     *
     * @throws IllegalArgumentException naming the limit and the value
     */
    public PoolGeometry {
        if (slots < 1) {
            throw new IllegalArgumentException("a pool has at least 1 slot, not " + slots);
        }
        if (slotSize < 1) {
            throw new IllegalArgumentException("a slot has at least 1 byte, not " + slotSize);
        }
        if (stride % SLOT_ALIGNMENT != 0 || stride < 0 || stride - GUARD_BYTES < slotSize) {
            throw new IllegalArgumentException("the stride is a multiple of " + SLOT_ALIGNMENT + " and at least "
                    + GUARD_BYTES + " more than the slot's " + slotSize + " bytes, not " + stride);
        }
        if (slotsOffset % PAGE_SIZE != 0 || slotsOffset < PoolHeader.END) {
            throw new IllegalArgumentException("the slots begin at a multiple of " + PAGE_SIZE + " from "
                    + PoolHeader.END + " on, not at " + slotsOffset);
        }
        try {
            Math.addExact(slotsOffset, Math.multiplyExact(stride, (long) slots));
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(
                    slots + " slots of " + slotSize + " bytes are more than a file can have", e);
        }
    }

    /**
     * Lays out a pool.
     *
     * @throws IllegalArgumentException naming the limit and the value
     */
    public static PoolGeometry of(int slots, long slotSize) {
        if (slotSize > Long.MAX_VALUE - SLOT_ALIGNMENT - GUARD_BYTES) {
            throw new IllegalArgumentException("a slot of " + slotSize + " bytes is more than a file can have");
        }
        long aligned = (slotSize + SLOT_ALIGNMENT - 1) & -SLOT_ALIGNMENT;
        return new PoolGeometry(slots, slotSize, aligned + GUARD_BYTES, PoolHeader.RESERVED);
    }

    /** Returns the size of the pool's file in bytes. */
    public long fileSize() {
        return slotsOffset + stride * slots;
    }

    /**
     * Returns the offset of a slot from the beginning of the file.
     *
     * @throws IndexOutOfBoundsException if there is no such slot
     */
    public long slotOffset(int slot) {
        if (slot < 0 || slot >= slots) {
            throw new IndexOutOfBoundsException("slot " + slot + " of " + slots);
        }
        return slotsOffset + stride * slot;
    }
}
