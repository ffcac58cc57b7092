package io.github.reactorshm.tck;

import io.github.reactorshm.tck.harness.Bench;
import io.github.reactorshm.tck.harness.SourceKind;
import org.reactivestreams.Publisher;

/** A source of decoded elements; its sink is in the same JVM. */
public final class DecodedSourceVerification extends SourceTck {

    public DecodedSourceVerification() {
        super(Bench::oneJvm);
    }

    @Override
    Publisher<Long> createPublisher(Bench on, long elements) {
        return on.source(SourceKind.DECODED, elements);
    }

    @Override
    Publisher<Long> createFailedPublisher(Bench on) {
        return on.refusedSource(SourceKind.DECODED);
    }
}
