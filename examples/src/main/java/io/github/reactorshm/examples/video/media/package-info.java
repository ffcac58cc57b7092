/** Video through FFmpeg's C libraries: encoding a test clip, decoding a file, scaling pictures into native memory. */
@NullMarked
package io.github.reactorshm.examples.video.media;

import org.jspecify.annotations.NullMarked;
