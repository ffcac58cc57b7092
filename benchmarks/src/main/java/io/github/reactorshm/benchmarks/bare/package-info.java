/** The library's delivery ring and return words alone: no books, no demand, no threads. What every measurement compares with. */
@NullMarked
package io.github.reactorshm.benchmarks.bare;

import org.jspecify.annotations.NullMarked;
