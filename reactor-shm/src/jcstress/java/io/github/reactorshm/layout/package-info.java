/** Races of what is in the package of this name of the library. */
@NullMarked
package io.github.reactorshm.layout;

import org.jspecify.annotations.NullMarked;
