/**
 * What tests between processes are made of: child JVMs that are steered by lines, the two roles that they play, payloads of
 * which every byte is checked, and the proof that nothing was left behind.
 */
@NullMarked
package io.github.reactorshm.testkit;

import org.jspecify.annotations.NullMarked;
