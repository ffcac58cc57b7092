/**
 * A pool of worker processes that share the frames of one channel as a group, beside a viewer that wants the latest one; one worker is
 * killed while it runs.
 */
@NullMarked
package io.github.reactorshm.examples.workers;

import org.jspecify.annotations.NullMarked;
