package io.github.reactorshm.tck;

import io.github.reactorshm.tck.harness.Bench;
import io.github.reactorshm.tck.harness.SourceKind;
import org.reactivestreams.Publisher;

/** A source of frames; its sink is in another JVM. */
public final class RawSourceTwoJvmsVerification extends SourceTck {

    public RawSourceTwoJvmsVerification() {
        super(Bench::twoJvms);
    }

    @Override
    Publisher<Long> createPublisher(Bench on, long elements) {
        return on.source(SourceKind.RAW, elements);
    }

    @Override
    Publisher<Long> createFailedPublisher(Bench on) {
        return on.sourceOfFailedSink(SourceKind.RAW);
    }
}
