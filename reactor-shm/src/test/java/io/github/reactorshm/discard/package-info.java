/**
 * What Reactor's operators do with elements that they drop, and what becomes of the slots: a table of operators and endings, raced, with an
 * exact account.
 */
@NullMarked
package io.github.reactorshm.discard;

import org.jspecify.annotations.NullMarked;
