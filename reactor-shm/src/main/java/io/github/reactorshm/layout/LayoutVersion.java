package io.github.reactorshm.layout;

/** The version of everything that this package lays out; both ends of a channel must have the same. */
public final class LayoutVersion {

    /** The version of this build. */
    public static final int CURRENT = 1;

    private LayoutVersion() {}
}
