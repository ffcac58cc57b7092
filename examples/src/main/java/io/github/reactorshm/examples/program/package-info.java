/** What the examples' programs share: command lines, roles in processes of their own, results as one line of JSON. */
@NullMarked
package io.github.reactorshm.examples.program;

import org.jspecify.annotations.NullMarked;
