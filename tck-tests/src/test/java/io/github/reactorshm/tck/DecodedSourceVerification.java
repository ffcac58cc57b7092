package io.github.reactorshm.tck;

import io.github.reactorshm.tck.harness.Bench;
import io.github.reactorshm.tck.harness.SourceKind;
import org.reactivestreams.Publisher;

/** A decoded source whose sink is in the same JVM. */
public final class DecodedSourceVerification extends SourceTck {

    public DecodedSourceVerification() {
        super(Bench::oneJvm, SourceKind.DECODED);
    }

    @Override
    Publisher<Long> createFailedPublisher(Bench on, SourceKind of) {
        return on.refusedSource(of);
    }
}
