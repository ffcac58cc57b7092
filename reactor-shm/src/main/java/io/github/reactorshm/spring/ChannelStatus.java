package io.github.reactorshm.spring;

import java.time.Duration;
import java.time.Instant;

import io.github.reactorshm.ShmFrame;
import org.jspecify.annotations.Nullable;

/**
 * What a shared subscription knows of its channel.
 *
 * @param state the state
 * @param since when that state began
 * @param reason why the last stream ended, an empty text if none has
 * @param sequence the number of the newest frame in its channel, 0 if there was none
 * @param publishedNanos when the newest frame was published, {@link ShmFrame#publishedNanos()}; 0 if there was none
 */
public record ChannelStatus(State state, Instant since, String reason, long sequence, long publishedNanos) {

    /** How it stands with a channel. */
    public enum State {
        /** No frame has come yet. */
        WAITING,
        /** Frames came, and the stream has not ended. */
        LIVE,
        /** The stream has ended, and no frame has come since; this subscribes again and again. */
        LOST,
        /** Nobody subscribes any more. */
        STOPPED
    }

    static ChannelStatus waiting() {
        return new ChannelStatus(State.WAITING, Instant.now(), "", 0, 0);
    }

    ChannelStatus received(ShmFrame frame) {
        if (state == State.STOPPED) {
            return this;
        }
        return new ChannelStatus(State.LIVE, state == State.LIVE ? since : Instant.now(), reason, frame.sequence(),
                frame.publishedNanos());
    }

    ChannelStatus lost(String why) {
        // A channel that does not come back is lost since it went.
        return state != State.LIVE
                ? new ChannelStatus(state, since, why, sequence, publishedNanos)
                : new ChannelStatus(State.LOST, Instant.now(), why, sequence, publishedNanos);
    }

    ChannelStatus stopped() {
        return new ChannelStatus(State.STOPPED, Instant.now(), reason, sequence, publishedNanos);
    }

    /**
     * How old the newest frame is.
     *
     * @return the time since it was published, null if there was none
     */
    public @Nullable Duration age() {
        return publishedNanos == 0 ? null : Duration.ofNanos(System.nanoTime() - publishedNanos);
    }
}
