package io.github.reactorshm.tck;

import io.github.reactorshm.tck.harness.Bench;
import org.reactivestreams.Publisher;

/**
 * Sources whose subscribers have a channel each, with a sink in the same JVM. Nobody waits for anybody else here, so that the
 * tests of several subscribers run too that a shared lossless channel cannot pass.
 */
public final class OwnChannelSourceVerification extends SourceTck {

    public OwnChannelSourceVerification() {
        super(Bench::oneJvm);
    }

    @Override
    Publisher<Long> createPublisher(Bench on, long elements) {
        return on.sourcesOfOwnChannels(elements);
    }

    @Override
    Publisher<Long> createFailedPublisher(Bench on) {
        return on.unreachableSource();
    }
}
