/** Sends objects through a well-known serializer, and measures what that costs beside a codec that knows the layout. */
@NullMarked
package io.github.reactorshm.examples.objects;

import org.jspecify.annotations.NullMarked;
