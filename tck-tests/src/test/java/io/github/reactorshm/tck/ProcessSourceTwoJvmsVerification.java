package io.github.reactorshm.tck;

import io.github.reactorshm.tck.harness.Bench;
import io.github.reactorshm.tck.harness.SourceKind;
import org.reactivestreams.Publisher;

/** A source whose frames are worked on by a scheduler; its sink is in another JVM. */
public final class ProcessSourceTwoJvmsVerification extends SourceTck {

    public ProcessSourceTwoJvmsVerification() {
        super(Bench::twoJvms);
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
