/**
 * Where each word lies in the shared files: offsets, sizes and the access mode of the pool, of a subscription's
 * control file and of the rings in it. It works on memory segments alone: no threads, sockets or files.
 */
@NullMarked
package io.github.reactorshm.layout;

import org.jspecify.annotations.NullMarked;
