/**
 * What the two ends need before and beside the rings: the channel's directory and its files, the locks that make
 * opening and closing safe, the Unix sockets and the messages sent over them.
 */
@NullMarked
package io.github.reactorshm.control;

import org.jspecify.annotations.NullMarked;
