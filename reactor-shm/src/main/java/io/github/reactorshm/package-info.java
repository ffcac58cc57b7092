/**
 * The public API: {@code ShmSink} takes the signals of a publisher and writes each element into a slot of shared
 * memory, {@code ShmSource} reads the slots in another JVM of the same host and signals them there, with the whole
 * contract of Reactive Streams in between. Here live the builders, the frames and the codec interface; what they do
 * is done in the internal packages below.
 */
@NullMarked
package io.github.reactorshm;

import org.jspecify.annotations.NullMarked;
