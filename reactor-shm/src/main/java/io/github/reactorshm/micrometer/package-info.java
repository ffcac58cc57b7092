/**
 * Meters of channels, {@code reactor.shm.*}, for applications that have Micrometer.
 *
 * <p>
 * Micrometer is an optional dependency: nothing else in the library needs this package.
 */
@NullMarked
package io.github.reactorshm.micrometer;

import org.jspecify.annotations.NullMarked;
