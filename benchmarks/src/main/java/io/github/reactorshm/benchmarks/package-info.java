/** The program {@code benchmarks}: one subcommand for each measurement. */
@NullMarked
package io.github.reactorshm.benchmarks;

import org.jspecify.annotations.NullMarked;
