/**
 * The exceptions that the library throws or signals. All are unchecked, say in numbers what happened, where and what
 * to do, and tell by {@code isRetryable()} whether opening or subscribing once more can help. This package uses
 * nothing else of the library.
 */
@NullMarked
package io.github.reactorshm.error;

import org.jspecify.annotations.NullMarked;
