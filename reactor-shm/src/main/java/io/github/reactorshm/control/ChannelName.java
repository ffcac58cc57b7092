package io.github.reactorshm.control;

import java.util.regex.Pattern;

/** What a channel may be called; its directory has the same name. */
public final class ChannelName {

    private static final int MAX_LENGTH = 64;
    private static final Pattern PATTERN = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0," + (MAX_LENGTH - 1) + "}");

    private ChannelName() {}

    /**
     * Checks a name.
     *
     * @return the name
     * @throws IllegalArgumentException naming the limit and the value
     */
    public static String check(String name) {
        if (!isValid(name)) {
            String shown = name.length() <= MAX_LENGTH ? name : name.substring(0, MAX_LENGTH) + "..";
            throw new IllegalArgumentException("a channel's name has 1 to " + MAX_LENGTH
                    + " characters out of A-Z a-z 0-9 . _ - and begins with a letter or a digit; this one has "
                    + name.length() + ": '" + shown + "'");
        }
        return name;
    }

    /**
     * Whether a name is allowed.
     *
     * @param name the name
     * @return true if it is
     */
    public static boolean isValid(String name) {
        return PATTERN.matcher(name).matches();
    }
}
