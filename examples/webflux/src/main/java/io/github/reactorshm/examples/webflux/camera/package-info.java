/** The camera's process: pictures of a decoded video on one channel as JPEG, on another one raw, and its counts on a third. */
@NullMarked
package io.github.reactorshm.examples.webflux.camera;

import org.jspecify.annotations.NullMarked;
