/**
 * A camera process decodes a video straight into a channel's slots; a viewer process reads the pictures where they lie and
 * computes the motion between them.
 */
@NullMarked
package io.github.reactorshm.examples.video;

import org.jspecify.annotations.NullMarked;
