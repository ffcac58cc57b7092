package io.github.reactorshm.error;

/** The sink does not serve subscriptions of the mode that was asked for. Asking again does not help: not retryable. */
public final class ShmModeRefusedException extends ShmChannelException {

    private static final long serialVersionUID = 1L;

    private final String asked;
    private final String offered;

    /**
     * Creates the error.
     *
     * @param channel the channel's name
     * @param asked the mode that was asked for
     * @param offered the modes that the sink serves
     */
    public ShmModeRefusedException(String channel, String asked, String offered) {
        super(channel, "its sink does not serve subscriptions of mode " + asked + ", only " + offered
                + "; choose one of these in the source, or allow the mode with modes(..) in the sink", null);
        this.asked = asked;
        this.offered = offered;
    }

    /**
     * The mode that was asked for.
     *
     * @return its name
     */
    public String getAsked() {
        return asked;
    }

    /**
     * The modes that the sink serves.
     *
     * @return their names
     */
    public String getOffered() {
        return offered;
    }
}
