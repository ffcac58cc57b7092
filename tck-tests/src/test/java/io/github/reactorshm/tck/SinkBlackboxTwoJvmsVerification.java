package io.github.reactorshm.tck;

import io.github.reactorshm.tck.harness.Bench;

/** A sink from outside, whose source is in another JVM. */
public final class SinkBlackboxTwoJvmsVerification extends SinkBlackboxTck {

    public SinkBlackboxTwoJvmsVerification() {
        super(Bench::twoJvms);
    }
}
