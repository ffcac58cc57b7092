package io.github.reactorshm.tck.report;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tests of the TCK that are skipped, by name. */
final class Skips {

    static final Map<String, Reason> PUBLISHER = skipped(Reason.NO_TEST,
            "untested_spec106_mustConsiderSubscriptionCancelledAfterOnErrorOrOnCompleteHasBeenCalled",
            "untested_spec107_mustNotEmitFurtherSignalsOnceOnErrorHasBeenSignalled",
            "untested_spec108_possiblyCanceledSubscriptionShouldNotReceiveOnErrorOrOnCompleteSignals",
            "untested_spec109_subscribeShouldNotThrowNonFatalThrowable",
            "untested_spec110_rejectASubscriptionRequestIfTheSameSubscriberSubscribesTwice",
            "untested_spec304_requestShouldNotPerformHeavyComputations",
            "untested_spec305_cancelMustNotSynchronouslyPerformHeavyComputation");

    static final Map<String, Reason> SHARED_CHANNEL = skipped(Reason.SLOWEST_PACES,
            "optional_spec111_registeredSubscribersMustReceiveOnNextOrOnCompleteSignals",
            "optional_spec111_multicast_mustProduceTheSameElementsInTheSameSequenceToAllOfItsSubscribers"
                    + "WhenRequestingOneByOne");

    static final Map<String, Reason> WHITEBOX = skipped(Reason.NO_TEST,
            "untested_spec202_shouldAsynchronouslyDispatch",
            "untested_spec204_mustConsiderTheSubscriptionAsCancelledInAfterRecievingOnCompleteOrOnError",
            "untested_spec206_mustCallSubscriptionCancelIfItIsNoLongerValid",
            "untested_spec207_mustEnsureAllCallsOnItsSubscriptionTakePlaceFromTheSameThreadOrTakeCareOfSynchronization",
            "untested_spec211_mustMakeSureThatAllCallsOnItsMethodsHappenBeforeTheProcessingOfTheRespectiveEvents",
            "untested_spec212_mustNotCallOnSubscribeMoreThanOnceBasedOnObjectEquality_specViolation",
            "untested_spec213_failingOnSignalInvocation",
            "untested_spec301_mustNotBeCalledOutsideSubscriberContext",
            "untested_spec310_requestMaySynchronouslyCallOnNextOnSubscriber",
            "untested_spec311_requestMaySynchronouslyCallOnCompleteOrOnError",
            "untested_spec314_cancelMayCauseThePublisherToShutdownIfNoOtherSubscriptionExists",
            "untested_spec315_cancelMustNotThrowExceptionAndMustSignalOnError",
            "untested_spec316_requestMustNotThrowExceptionAndMustOnErrorTheSubscriber");

    static final Map<String, Reason> BLACKBOX = skipped(Reason.NO_TEST,
            "untested_spec202_blackbox_shouldAsynchronouslyDispatch",
            "untested_spec204_blackbox_mustConsiderTheSubscriptionAsCancelledInAfterRecievingOnCompleteOrOnError",
            "untested_spec206_blackbox_mustCallSubscriptionCancelIfItIsNoLongerValid",
            "untested_spec207_blackbox_mustEnsureAllCallsOnItsSubscriptionTakePlaceFromTheSameThread"
                    + "OrTakeCareOfSynchronization",
            "untested_spec208_blackbox_mustBePreparedToReceiveOnNextSignalsAfterHavingCalledSubscriptionCancel",
            "untested_spec211_blackbox_mustMakeSureThatAllCallsOnItsMethodsHappenBeforeTheProcessing"
                    + "OfTheRespectiveEvents",
            "untested_spec212_blackbox_mustNotCallOnSubscribeMoreThanOnceBasedOnObjectEquality",
            "untested_spec213_blackbox_failingOnSignalInvocation",
            "untested_spec301_blackbox_mustNotBeCalledOutsideSubscriberContext",
            "untested_spec308_blackbox_requestMustRegisterGivenNumberElementsToBeProduced",
            "untested_spec310_blackbox_requestMaySynchronouslyCallOnNextOnSubscriber",
            "untested_spec311_blackbox_requestMaySynchronouslyCallOnCompleteOrOnError",
            "untested_spec314_blackbox_cancelMayCauseThePublisherToShutdownIfNoOtherSubscriptionExists",
            "untested_spec315_blackbox_cancelMustNotThrowExceptionAndMustSignalOnError",
            "untested_spec316_blackbox_requestMustNotThrowExceptionAndMustOnErrorTheSubscriber");

    private Skips() {}

    private static Map<String, Reason> skipped(Reason reason, String... tests) {
        Map<String, Reason> skips = new HashMap<>();
        List.of(tests).forEach(test -> skips.put(test, reason));
        return Map.copyOf(skips);
    }
}
