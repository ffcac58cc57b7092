package io.github.reactorshm.examples.webflux.app;

/**
 * What the analysis found in a picture.
 *
 * @param sequence the picture's number in the channel
 * @param motion how much changed since the picture before, in percent
 * @param ageMillis how old the picture was when it was looked at
 */
record Finding(long sequence, double motion, double ageMillis) {}
