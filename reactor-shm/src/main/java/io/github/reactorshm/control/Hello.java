package io.github.reactorshm.control;

/**
 * The consumer's first message.
 *
 * @param version the layout version that it speaks
 * @param mode the mode's number, unchecked
 * @param replayLatest whether a subscription to the latest frame begins with the newest one that there is
 * @param group the group's name, empty if none; unchecked
 * @param contentType the content type that it expects, empty for any
 * @param channel the channel's name
 */
public record Hello(int version, int mode, boolean replayLatest, String group, String contentType, String channel) {}
