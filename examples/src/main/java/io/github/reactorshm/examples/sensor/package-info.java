/**
 * A sensor process writes pictures and point clouds straight into a channel's slots, both in one; consumer processes check every
 * byte where it lies.
 */
@NullMarked
package io.github.reactorshm.examples.sensor;

import org.jspecify.annotations.NullMarked;
