/** A camera process and a Spring WebFlux application that shows its pictures, its demand and its slots. */
@NullMarked
package io.github.reactorshm.examples.webflux;

import org.jspecify.annotations.NullMarked;
