package io.github.reactorshm.testkit;

import java.util.BitSet;

/**
 * The order in which a mode may deliver. Lossless: every element, one after the other. Latest: only forward, what was skipped is
 * counted. Group: each element once, unless it is marked as delivered again; one that another member left behind may come
 * after later ones, which is counted as a step back.
 */
final class OrderCheck {

    private final String mode;
    private final BitSet seen = new BitSet();
    private int salt = -1;
    private int streams;
    private long last;
    private long skipped;
    private long redelivered;
    private long stepsBack;

    OrderCheck(String mode) {
        this.mode = mode;
    }

    /** Takes an element into account; returns what is wrong with it, or an empty text. */
    String next(long number, int from, boolean again) {
        long before = last;
        last = number;
        if (from != salt || streams == 0) {
            streams++;
            salt = from;
            seen.clear();
            before = mode.equals("latest") ? 0 : number - 1;
        }
        if (again) {
            redelivered++;
        }
        return switch (mode) {
            case "lossless" -> number == before + 1 && !again ? "" : wrong(number, before, again);
            case "latest" -> forward(number, before, again);
            case "group" -> ofGroup(number, before, again);
            default -> throw new IllegalArgumentException("no such mode: " + mode);
        };
    }

    private String forward(long number, long before, boolean again) {
        if (number <= before || again) {
            return wrong(number, before, again);
        }
        skipped += number - before - 1;
        return "";
    }

    private String ofGroup(long number, long before, boolean again) {
        boolean twice = seen.get(Math.toIntExact(number));
        seen.set(Math.toIntExact(number));
        if (number < before) {
            if (!again) {
                stepsBack++;
            }
            // Where it goes on from: what lies in between is another's.
            last = again ? before : number;
        }
        return twice && !again ? "element " + number + " twice without a mark" : "";
    }

    private static String wrong(long number, long before, boolean again) {
        return "element " + number + (again ? ", marked as delivered again," : "") + " after " + before;
    }

    int streams() {
        return streams;
    }

    /** How many elements a subscription to the latest one was not given, between those that it was. */
    long skipped() {
        return skipped;
    }

    long redelivered() {
        return redelivered;
    }

    long stepsBack() {
        return stepsBack;
    }
}
