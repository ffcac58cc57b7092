/** What BlockHound sees of both ends, in a JVM of its own. */
package io.github.reactorshm.blockhound;
