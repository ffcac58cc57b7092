package io.github.reactorshm;

/** Somebody who waits for a slot. */
interface SlotWaiter {

    /**
     * Hands a slot over.
     *
     * @param slot the slot
     * @return false if it is not wanted any more; it is not the waiter's then
     */
    boolean deliver(ShmSlot slot);

    /**
     * There will be no slot.
     *
     * @param error why
     */
    void fail(Throwable error);
}
