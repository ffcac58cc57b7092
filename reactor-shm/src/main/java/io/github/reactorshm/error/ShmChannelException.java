package io.github.reactorshm.error;

import org.jspecify.annotations.Nullable;

/** What the errors of one channel share: its name, in a getter and in front of the message. */
public abstract sealed class ShmChannelException extends ShmException
        permits ShmAcquireTimeoutException, ShmCancelledException, ShmChannelInUseException, ShmCodecException,
        ShmDemandTimeoutException, ShmModeRefusedException,
        ShmPeerLostException, ShmProtocolException, ShmReceiveTimeoutException, ShmRemoteException,
        ShmStallTimeoutException,
        ShmTypeMismatchException, ShmVersionMismatchException {

    private static final long serialVersionUID = 1L;

    private final String channel;

    ShmChannelException(String channel, String text, @Nullable Throwable cause) {
        super("channel '" + channel + "': " + text, cause);
        this.channel = channel;
    }

    /**
     * Returns the name of the channel that this error is about.
     *
     * @return the channel's name
     */
    public final String getChannel() {
        return channel;
    }
}
