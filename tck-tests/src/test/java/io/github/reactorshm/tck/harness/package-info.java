/** What the verifications share: channels, the ends of channels in this JVM and in another, and the way between both. */
@NullMarked
package io.github.reactorshm.tck.harness;

import org.jspecify.annotations.NullMarked;
