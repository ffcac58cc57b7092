package io.github.reactorshm.loop;

/**
 * One end of a channel as a loop sees it. All methods run on the loop's thread.
 *
 * <p>
 * The order around a wait is: {@link #announce()} on every task, a full fence, {@link #poll(boolean)} once more on every
 * task, then the wait, then {@link #retract()} on every task. A peer that publishes, puts a full fence and reads the bell
 * either sees the announcement or is seen by that last look.
 */
public interface LoopTask {

    /**
     * Looks for work and does it.
     *
     * @param thorough whether to look at everything, as before a wait, and not only where work is likely
     * @return true if there was any
     */
    boolean poll(boolean thorough);

    /** Sets the bells by which peers may wake this loop. */
    void announce();

    /** Clears those bells. */
    void retract();

    /**
     * An error that {@link #poll(boolean)} let escape; the task is expected to end what it belongs to.
     *
     * @param error the error
     */
    void failed(Throwable error);

    /**
     * Whether there is something in shared memory to look at. If no task has anything, the loop only waits to be woken.
     *
     * @return true if a peer may have stored something
     */
    boolean watches();
}
