/** The rings between two threads of one process, under JMH. */
@NullMarked
package io.github.reactorshm.benchmarks.rings;

import org.jspecify.annotations.NullMarked;
