package io.github.reactorshm.tck.report;

import java.util.regex.Pattern;

/** Why a test of the TCK is skipped, and what the TCK says when it is for this reason. */
enum Reason {

    /** The TCK has the test only to name the rule: no code outside can tell whether the rule is kept. */
    NO_TEST("Not verified (by|using) this TCK\\."),

    /**
     * The test lets one subscriber ask and wait before the other has asked. A lossless channel is paced by the slowest of its
     * subscribers, so nobody gets anything before all have asked; with a channel each, the same test runs.
     */
    SLOWEST_PACES(
            "Skipped because tested publisher does NOT implement this OPTIONAL requirement\\. Reason for skipping was: "
                    + "(Publisher (sink and )?source of channel tck-\\d+ did not produce the requested 1 element on 1st subscriber"
                    + "|Did not receive expected stream completion) within \\d+ ms");

    private final Pattern words;

    Reason(String words) {
        this.words = Pattern.compile("(org\\.testng\\.SkipException: )?" + words);
    }

    boolean matches(String message) {
        return words.matcher(message).matches();
    }
}
