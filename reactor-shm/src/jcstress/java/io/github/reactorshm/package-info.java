/** Races of what users call. */
@NullMarked
package io.github.reactorshm;

import org.jspecify.annotations.NullMarked;
