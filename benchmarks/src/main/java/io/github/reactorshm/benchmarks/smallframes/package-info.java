/** 64-byte frames between two processes: the channel against the bare rings. */
@NullMarked
package io.github.reactorshm.benchmarks.smallframes;

import org.jspecify.annotations.NullMarked;
