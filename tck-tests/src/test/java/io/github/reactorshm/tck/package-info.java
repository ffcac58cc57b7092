/** The TCK's verifications: one class for each thing that is verified and each place of its other end. */
@NullMarked
package io.github.reactorshm.tck;

import org.jspecify.annotations.NullMarked;
