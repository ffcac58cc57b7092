package io.github.reactorshm.tck;

import java.util.function.Supplier;

import io.github.reactorshm.tck.harness.Bench;
import io.github.reactorshm.tck.harness.Times;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;
import org.reactivestreams.tck.SubscriberWhiteboxVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeClass;

/** The subscriber's rules for a sink whose demand and cancel, and all that becomes of its elements, are its source's. */
abstract class SinkWhiteboxTck extends SubscriberWhiteboxVerification<Long> {

    private final Supplier<Bench> place;
    private @Nullable Bench bench;

    SinkWhiteboxTck(Supplier<Bench> place) {
        super(Times.environment());
        this.place = place;
    }

    @Override
    public final Subscriber<Long> createSubscriber(WhiteboxSubscriberProbe<Long> probe) {
        return bench.sink(new ProbedReceiver(probe));
    }

    @Override
    public final Long createElement(int element) {
        return (long) element;
    }

    @BeforeClass
    public final void openBench() {
        bench = place.get();
    }

    @AfterMethod(alwaysRun = true)
    public final void endTest() {
        if (bench != null) {
            bench.endTest();
        }
    }

    @AfterClass(alwaysRun = true)
    public final void closeBench() {
        if (bench != null) {
            bench.close();
        }
    }

    private record ProbedReceiver(WhiteboxSubscriberProbe<Long> probe) implements Subscriber<Long> {

        @Override
        public void onSubscribe(Subscription s) {
            probe.registerOnSubscribe(new SubscriberPuppet() {
                @Override
                public void triggerRequest(long elements) {
                    s.request(elements);
                }

                @Override
                public void signalCancel() {
                    s.cancel();
                }
            });
        }

        @Override
        public void onNext(Long element) {
            probe.registerOnNext(element);
        }

        @Override
        public void onError(Throwable t) {
            probe.registerOnError(t);
        }

        @Override
        public void onComplete() {
            probe.registerOnComplete();
        }
    }
}
