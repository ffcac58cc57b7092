package io.github.reactorshm.tck;

import io.github.reactorshm.tck.harness.Bench;
import io.github.reactorshm.tck.harness.SourceKind;
import org.reactivestreams.Publisher;

/** A source of frames whose sink is in the same JVM. */
public final class RawSourceVerification extends SourceTck {

    public RawSourceVerification() {
        super(Bench::oneJvm, SourceKind.RAW);
    }

    @Override
    Publisher<Long> createFailedPublisher(Bench on, SourceKind of) {
        return on.sourceOfFailedSink(of);
    }
}
