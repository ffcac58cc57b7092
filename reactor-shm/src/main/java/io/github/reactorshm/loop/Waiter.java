package io.github.reactorshm.loop;

/**
 * The one place in which a loop waits. An implementation may use a {@code Selector}, futex words or anything else that a
 * peer's bell and {@link #wake()} can end.
 */
interface Waiter extends AutoCloseable {

    /**
     * Waits until a bell rings, {@link #wake()} is called or the time is over; it may also return for no reason. Only the
     * loop's thread calls it.
     *
     * @param nanos how long to wait at most; 0 looks at the bells without waiting
     * @return true if a bell or {@link #wake()} ended it
     */
    boolean await(long nanos);

    /** Ends the present or the next wait. Any thread may call it; it does not block. */
    void wake();

    /**
     * Begins to listen to a peer's bells. Only the loop's thread calls it.
     *
     * @param wire where they come from
     */
    void listen(Wire wire);

    @Override
    void close();
}
