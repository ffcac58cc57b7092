package io.github.reactorshm.examples.sensor;

/**
 * What is kept of a frame when its slot is given back.
 *
 * @param sequence number of the frame in the channel, from 1
 * @param ageNanos time from publishing to the beginning of the check
 * @param torn whether the bytes differ from those that the sensor wrote, at the first look or at a later one
 */
record CheckedFrame(long sequence, long ageNanos, boolean torn) {}
