package io.github.reactorshm.cli;

import java.util.Locale;

import org.jspecify.annotations.Nullable;

/** Figures as people read them. What is not known is a hyphen. */
final class Texts {

    static final String UNKNOWN = "-";

    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};
    private static final long KIBI = 1024;
    private static final long SECOND_MILLIS = 1_000;
    private static final long MINUTE_SECONDS = 60;
    private static final long HOUR_SECONDS = 3_600;

    private Texts() {}

    static String count(@Nullable Number n) {
        return n == null ? UNKNOWN : String.format(Locale.ROOT, "%,d", n.longValue());
    }

    /** A demand: whoever asks for everything asks for what a long holds, and is given some of it. */
    static String demand(@Nullable Long n) {
        return n != null && n > Long.MAX_VALUE / 2 ? "unbounded" : count(n);
    }

    static String size(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= KIBI && unit < UNITS.length - 1) {
            value /= KIBI;
            unit++;
        }
        return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, UNITS[unit]);
    }

    static String rate(@Nullable Double perSecond) {
        return perSecond == null ? UNKNOWN : String.format(Locale.ROOT, "%,.1f/s", perSecond);
    }

    static String age(@Nullable Long millis) {
        if (millis == null) {
            return UNKNOWN;
        }
        long seconds = millis / SECOND_MILLIS;
        if (seconds < 1) {
            return millis + " ms";
        }
        if (seconds < MINUTE_SECONDS) {
            return String.format(Locale.ROOT, "%.1f s", (double) millis / SECOND_MILLIS);
        }
        return seconds < HOUR_SECONDS
                ? seconds / MINUTE_SECONDS + " min"
                : seconds / HOUR_SECONDS + " h " + seconds % HOUR_SECONDS / MINUTE_SECONDS + " min";
    }

    /** A text of another process, which must not steer the terminal. */
    static String foreign(@Nullable String text) {
        return text == null || text.isEmpty() ? UNKNOWN : text.replaceAll("\\p{Cntrl}", "?");
    }
}
