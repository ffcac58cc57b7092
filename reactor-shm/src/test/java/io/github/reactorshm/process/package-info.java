/**
 * Tests in which a channel's two ends are in different processes. A test that shows one of the cases that users of such systems
 * ran into bears the case's letter and number in its name; its storm is the same with the full count.
 */
@NullMarked
package io.github.reactorshm.process;

import org.jspecify.annotations.NullMarked;
