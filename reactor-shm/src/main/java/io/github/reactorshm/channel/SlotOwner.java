package io.github.reactorshm.channel;

import java.lang.foreign.MemorySegment;

import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.layout.PoolHeader;

/** What a slot that is held needs of the attachment that it came by. */
interface SlotOwner {

    String channel();

    PoolHeader header();

    MemorySegment payload(int slot, long length);

    /** One holder more: the attachment outlives it. */
    void hold();

    /** Gives a slot back: one release store, from any thread. A negative index says that nobody has looked at it. */
    void giveBack(int slot, long index, boolean counted);

    /** An error of an access to shared memory, as a user sees it. */
    ShmException accessError(Throwable error);
}
