package io.github.reactorshm.examples.objects;

/**
 * What one codec has cost.
 *
 * @param frames frames that were measured
 * @param bytes mean length of a frame
 * @param encodeNanos time of a call of encode
 * @param decodeNanos time of a call of decode
 */
record Cost(long frames, long bytes, Nanos encodeNanos, Nanos decodeNanos) {}
