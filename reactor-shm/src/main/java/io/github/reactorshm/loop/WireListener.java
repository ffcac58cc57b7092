package io.github.reactorshm.loop;

import io.github.reactorshm.error.ShmProtocolException;

/**
 * Who is told what became of a control socket. Called on the loop's or the control thread; runs no user code.
 */
public interface WireListener {

    /** The peer rang, and a thread that is not the loop has read it. */
    void wireRang();

    /** The peer closed the socket, or its process died. Called once. */
    void wireEnded();

    /**
     * The peer sent something that is no bell. Called at most once; the socket is still watched for its end.
     *
     * @param error what it sent
     */
    void wireBroken(ShmProtocolException error);
}
