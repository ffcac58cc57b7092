package io.github.reactorshm.tck;

import io.github.reactorshm.tck.harness.Bench;

/** A sink from inside, whose source is in the same JVM. */
public final class SinkWhiteboxVerification extends SinkWhiteboxTck {

    public SinkWhiteboxVerification() {
        super(Bench::oneJvm);
    }
}
