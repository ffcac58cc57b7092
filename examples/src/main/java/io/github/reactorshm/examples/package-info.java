/** The examples' command line. */
@NullMarked
package io.github.reactorshm.examples;

import org.jspecify.annotations.NullMarked;
