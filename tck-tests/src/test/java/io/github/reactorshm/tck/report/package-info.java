/** What must come out of a build: how many tests of each verification ran, and which were skipped, each for what reason. */
@NullMarked
package io.github.reactorshm.tck.report;

import org.jspecify.annotations.NullMarked;
