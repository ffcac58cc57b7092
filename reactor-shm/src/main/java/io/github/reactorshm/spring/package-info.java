/**
 * Frames in Spring WebFlux: from the slot to the socket without a copy.
 *
 * <p>
 * With Spring Boot the parts come by themselves: {@link io.github.reactorshm.spring.ShmSources} makes sources from the
 * properties {@code reactor.shm.*}, {@link io.github.reactorshm.spring.SharedFrames} lets any number of clients share one
 * subscription, and {@link io.github.reactorshm.spring.ShmFrameHttpMessageWriter} writes what a controller's method returns.
 * Everything that this package needs is optional for the library: an application on Spring WebFlux has it.
 */
@NullMarked
package io.github.reactorshm.spring;

import org.jspecify.annotations.NullMarked;
