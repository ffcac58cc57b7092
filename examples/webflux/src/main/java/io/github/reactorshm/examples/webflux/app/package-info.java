/** The web application. */
@NullMarked
package io.github.reactorshm.examples.webflux.app;

import org.jspecify.annotations.NullMarked;
