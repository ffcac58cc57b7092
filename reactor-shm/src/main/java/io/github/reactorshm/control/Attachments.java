package io.github.reactorshm.control;

import java.nio.channels.SocketChannel;

/** What a channel's owner does for those who knock. All methods run on the control thread. */
public interface Attachments {

    /**
     * Decides on a newcomer; makes its control file if it is welcome.
     *
     * @param hello what it said, well-formed and of this version, for this channel
     * @return the answer
     */
    Answer answer(Hello hello);

    /**
     * A newcomer has mapped everything: the subscription begins.
     *
     * @param subscriptionId the id that its welcome named
     * @param socket its socket, non-blocking, now the owner's
     */
    void attached(long subscriptionId, SocketChannel socket);

    /**
     * A newcomer that was welcome went away before it had mapped everything.
     *
     * @param subscriptionId the id that its welcome named
     */
    void abandoned(long subscriptionId);
}
