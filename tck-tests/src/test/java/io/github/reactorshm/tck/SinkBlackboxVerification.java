package io.github.reactorshm.tck;

import io.github.reactorshm.tck.harness.Bench;

/** A sink from outside, whose source is in the same JVM. */
public final class SinkBlackboxVerification extends SinkBlackboxTck {

    public SinkBlackboxVerification() {
        super(Bench::oneJvm);
    }
}
