package io.github.reactorshm.tck;

import io.github.reactorshm.tck.harness.Bench;

/** A sink from inside, whose source is in another JVM. */
public final class SinkWhiteboxTwoJvmsVerification extends SinkWhiteboxTck {

    public SinkWhiteboxTwoJvmsVerification() {
        super(Bench::twoJvms);
    }
}
