package io.github.reactorshm.channel;

import java.util.Locale;

/** How much is done to find frames that are not closed; the system property {@value #PROPERTY}. */
enum LeakLevel {

    /** A lost frame is reported; what was never viewed is given back. */
    SIMPLE,
    /** It is also told where it was received, and every view of a closed frame throws. */
    DEBUG;

    /** The system property: {@code simple}, the default, or {@code debug}. */
    static final String PROPERTY = "reactorshm.leaks";

    static LeakLevel current() {
        return Holder.LEVEL;
    }

    boolean recordsOrigins() {
        return this == DEBUG;
    }

    boolean guardsViews() {
        return this == DEBUG;
    }

    private static final class Holder {
        private static final LeakLevel LEVEL = parse(System.getProperty(PROPERTY, "simple"));
    }

    private static LeakLevel parse(String text) {
        try {
            return valueOf(text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("-D" + PROPERTY + "=" + text + ": simple and debug exist", e);
        }
    }
}
