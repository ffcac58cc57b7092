/** The command {@code reactor-shm}: what a user's channels look like, from outside. */
@NullMarked
package io.github.reactorshm.cli;

import org.jspecify.annotations.NullMarked;
