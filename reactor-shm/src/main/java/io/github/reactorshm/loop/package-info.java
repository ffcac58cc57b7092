/**
 * The threads of the library, how they park, and the bells that wake them across processes. One loop per end runs
 * everything that signals; users' threads only ring.
 */
@NullMarked
package io.github.reactorshm.loop;

import org.jspecify.annotations.NullMarked;
