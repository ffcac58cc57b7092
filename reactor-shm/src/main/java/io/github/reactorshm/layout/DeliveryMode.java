package io.github.reactorshm.layout;

import org.jspecify.annotations.Nullable;

/** How a subscription is served; the numbers travel in HELLO and in the control file. */
public enum DeliveryMode {

    /** Every frame since the subscription joined; it paces the sink. */
    LOSSLESS(1),
    /** The newest frame at the time of demand; frames in between are skipped. */
    LATEST(2),
    /** Each frame goes to one member of the group. */
    GROUP(3);

    private final int code;

    DeliveryMode(int code) {
        this.code = code;
    }

    /**
     * The mode with a number.
     *
     * @param code the number, unchecked
     * @return the mode, or null if there is none
     */
    public static @Nullable DeliveryMode of(int code) {
        for (DeliveryMode mode : values()) {
            if (mode.code == code) {
                return mode;
            }
        }
        return null;
    }

    /**
     * The number that travels.
     *
     * @return the number
     */
    public int code() {
        return code;
    }
}
