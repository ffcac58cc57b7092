package io.github.reactorshm.tck;

import io.github.reactorshm.tck.harness.Bench;
import io.github.reactorshm.tck.harness.SourceKind;
import org.reactivestreams.Publisher;

/** A source whose frames are worked on by a scheduler, and whose sink is in the same JVM. */
public final class ProcessSourceVerification extends SourceTck {

    public ProcessSourceVerification() {
        super(Bench::oneJvm, SourceKind.PROCESS);
    }

    @Override
    Publisher<Long> createFailedPublisher(Bench on, SourceKind of) {
        return on.sourceOfFailedSink(of);
    }
}
