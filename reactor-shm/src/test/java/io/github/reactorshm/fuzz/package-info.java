/**
 * Peers that mean ill, driven by generated scripts: whatever they say and write, the library's end answers with typed errors, reads
 * nothing outside a slot, and whoever else is there notices nothing.
 */
@NullMarked
package io.github.reactorshm.fuzz;

import org.jspecify.annotations.NullMarked;
