/**
 * Codecs for common element types: byte arrays, text and byte buffers; tensors, alone or several in one slot; records. A codec says
 * how large a slot must be, writes an element into a slot on the producer's side and reads it back on the consumer's.
 */
@NullMarked
package io.github.reactorshm.codec;

import org.jspecify.annotations.NullMarked;
