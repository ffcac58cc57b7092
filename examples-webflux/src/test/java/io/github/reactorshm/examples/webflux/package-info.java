/** The application as it runs: a camera in a process of its own, real sockets, a real browser, and BlockHound in this JVM. */
@NullMarked
package io.github.reactorshm.examples.webflux;

import org.jspecify.annotations.NullMarked;
