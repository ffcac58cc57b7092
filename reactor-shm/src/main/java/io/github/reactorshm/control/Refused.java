package io.github.reactorshm.control;

/**
 * The producer's answer to a {@link Hello} that it does not accept. Its form is the same in every version.
 *
 * @param code why, one of the constants here
 * @param text why, for a person
 * @param expected what the producer expected, empty if that does not apply
 * @param found what it found, empty if that does not apply
 */
public record Refused(int code, String text, String expected, String found) implements Answer {

    /** The layout versions differ. */
    public static final int VERSION = 1;
    /** The content types differ. */
    public static final int CONTENT_TYPE = 2;
    /** The peer runs as another user. */
    public static final int USER = 3;
    /** There is no room for the subscription's control file. */
    public static final int NO_SPACE = 4;
    /** The mode is not offered. */
    public static final int MODE = 5;
    /** The channel is ending; a new one of that name may come. */
    public static final int ENDING = 6;
    /** The message breaks the protocol. */
    public static final int PROTOCOL = 7;
    /** The producer could not make the control file. */
    public static final int FAILURE = 8;
}
