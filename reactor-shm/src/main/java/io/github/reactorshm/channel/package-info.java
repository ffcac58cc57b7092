/**
 * One channel at work: the producer's books of slots, credit towards its upstream, subscriptions on both sides,
 * emission of frames and endings. It joins control and loop and knows nothing of the public API above it.
 */
@NullMarked
package io.github.reactorshm.channel;

import org.jspecify.annotations.NullMarked;
