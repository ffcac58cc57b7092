package io.github.reactorshm.tck;

import io.github.reactorshm.tck.harness.Bench;
import io.github.reactorshm.tck.harness.SourceKind;
import org.reactivestreams.Publisher;

/** A source whose frames are worked on by a scheduler; its sink is in the same JVM. */
public final class ProcessSourceVerification extends SourceTck {

    public ProcessSourceVerification() {
        super(Bench::oneJvm);
    }

    @Override
    Publisher<Long> createPublisher(Bench on, long elements) {
        return on.source(SourceKind.PROCESS, elements);
    }

    @Override
    Publisher<Long> createFailedPublisher(Bench on) {
        return on.sourceOfFailedSink(SourceKind.PROCESS);
    }
}
