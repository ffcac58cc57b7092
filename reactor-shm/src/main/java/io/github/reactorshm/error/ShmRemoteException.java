package io.github.reactorshm.error;

import org.jspecify.annotations.Nullable;

/**
 * The producer's stream failed. Signalled by a source, behind every frame that was published before the failure; it carries
 * the class and the message of the producer's error as text, both perhaps shortened, because the class itself may not
 * exist in this process. Not retryable.
 */
public final class ShmRemoteException extends ShmChannelException {

    private static final long serialVersionUID = 1L;

    private final String remoteClassName;
    private final @Nullable String remoteMessage;

    /**
     * Creates the error.
     *
     * @param channel the channel's name
     * @param remoteClassName the class of the producer's error
     * @param remoteMessage its message, or null where it had none
     */
    public ShmRemoteException(String channel, String remoteClassName, @Nullable String remoteMessage) {
        super(channel, "the producer's stream failed with " + remoteClassName
                + (remoteMessage == null ? "" : ": " + remoteMessage), null);
        this.remoteClassName = remoteClassName;
        this.remoteMessage = remoteMessage;
    }

    /**
     * Returns the class of the producer's error.
     *
     * @return a class name, perhaps shortened
     */
    public String getRemoteClassName() {
        return remoteClassName;
    }

    /**
     * Returns the message of the producer's error.
     *
     * @return the message, perhaps shortened, or null where the error had none
     */
    public @Nullable String getRemoteMessage() {
        return remoteMessage;
    }
}
