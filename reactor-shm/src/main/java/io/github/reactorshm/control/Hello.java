package io.github.reactorshm.control;

/**
 * The consumer's first message.
 *
 * @param version the layout version that it speaks
 * @param mode the mode's number, unchecked
 * @param group the group's name, empty if none
 * @param contentType the content type that it expects, empty for any
 * @param channel the channel's name
 */
public record Hello(int version, int mode, String group, String contentType, String channel) {}
