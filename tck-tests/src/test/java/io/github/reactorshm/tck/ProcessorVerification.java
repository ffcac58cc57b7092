package io.github.reactorshm.tck;

import io.github.reactorshm.tck.harness.Bench;

/** A sink and its source, both in this JVM, as a processor. */
public final class ProcessorVerification extends ProcessorTck {

    public ProcessorVerification() {
        super(Bench::oneJvm);
    }
}
