/** What all measurements share: options, files, facts about the machine, output. */
@NullMarked
package io.github.reactorshm.benchmarks.support;

import org.jspecify.annotations.NullMarked;
