package io.github.reactorshm.tck.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import io.github.reactorshm.tck.DecodedSourceTwoJvmsVerification;
import io.github.reactorshm.tck.DecodedSourceVerification;
import io.github.reactorshm.tck.OwnChannelSourceVerification;
import io.github.reactorshm.tck.ProcessSourceTwoJvmsVerification;
import io.github.reactorshm.tck.ProcessSourceVerification;
import io.github.reactorshm.tck.ProcessorTwoJvmsVerification;
import io.github.reactorshm.tck.ProcessorVerification;
import io.github.reactorshm.tck.RawSourceTwoJvmsVerification;
import io.github.reactorshm.tck.RawSourceVerification;
import io.github.reactorshm.tck.SinkBlackboxTwoJvmsVerification;
import io.github.reactorshm.tck.SinkBlackboxVerification;
import io.github.reactorshm.tck.SinkWhiteboxTwoJvmsVerification;
import io.github.reactorshm.tck.SinkWhiteboxVerification;

/**
 * What must come out of verifications.
 *
 * @param classes the verifications
 * @param ran how many tests must have run in each
 * @param skipped exactly those that must have been skipped, each with its reason
 */
record Expected(List<String> classes, int ran, Map<String, Reason> skipped) {

    static final List<Expected> ALL = List.of(
            of(29, List.of(Skips.PUBLISHER, Skips.SHARED_CHANNEL),
                    DecodedSourceVerification.class, DecodedSourceTwoJvmsVerification.class,
                    RawSourceVerification.class, RawSourceTwoJvmsVerification.class,
                    ProcessSourceVerification.class, ProcessSourceTwoJvmsVerification.class),
            of(31, List.of(Skips.PUBLISHER),
                    OwnChannelSourceVerification.class),
            of(14, List.of(Skips.WHITEBOX),
                    SinkWhiteboxVerification.class, SinkWhiteboxTwoJvmsVerification.class),
            of(11, List.of(Skips.BLACKBOX),
                    SinkBlackboxVerification.class, SinkBlackboxTwoJvmsVerification.class),
            of(46, List.of(Skips.PUBLISHER, Skips.SHARED_CHANNEL, Skips.WHITEBOX),
                    ProcessorVerification.class, ProcessorTwoJvmsVerification.class));

    private static Expected of(int ran, List<Map<String, Reason>> skips, Class<?>... classes) {
        Map<String, Reason> skipped = new HashMap<>();
        skips.forEach(skipped::putAll);
        return new Expected(Stream.of(classes).map(Class::getName).toList(), ran, skipped);
    }
}
