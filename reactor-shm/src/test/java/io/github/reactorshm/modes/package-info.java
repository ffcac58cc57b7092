/** Subscriptions that are served in different ways, on channels that begin, go on and end as they are told. */
@NullMarked
package io.github.reactorshm.modes;

import org.jspecify.annotations.NullMarked;
