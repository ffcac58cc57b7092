/**
 * Codecs for common element types: byte arrays, text and byte buffers. A codec says how large a slot must be, writes
 * an element into a slot on the producer's side and reads it back on the consumer's.
 */
@NullMarked
package io.github.reactorshm.codec;

import org.jspecify.annotations.NullMarked;
