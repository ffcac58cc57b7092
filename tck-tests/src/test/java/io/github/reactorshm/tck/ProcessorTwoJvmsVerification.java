package io.github.reactorshm.tck;

import io.github.reactorshm.tck.harness.Bench;

/** A sink and a source as a processor, whose elements go through another JVM: from the sink to a source there, and from a sink there to the source. */
public final class ProcessorTwoJvmsVerification extends ProcessorTck {

    public ProcessorTwoJvmsVerification() {
        super(Bench::twoJvms);
    }
}
