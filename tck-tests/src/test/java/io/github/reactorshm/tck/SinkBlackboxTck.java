package io.github.reactorshm.tck;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import io.github.reactorshm.tck.harness.Bench;
import io.github.reactorshm.tck.harness.Receiver;
import io.github.reactorshm.tck.harness.Times;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;
import org.reactivestreams.tck.SubscriberBlackboxVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeClass;

/** The subscriber's rules for a sink as its upstream sees it; its source asks for one element where the TCK wants demand. */
abstract class SinkBlackboxTck extends SubscriberBlackboxVerification<Long> {

    private final Supplier<Bench> place;
    private final Map<Subscriber<?>, Receiver> receivers = new ConcurrentHashMap<>();
    private @Nullable Bench bench;

    SinkBlackboxTck(Supplier<Bench> place) {
        super(Times.environment());
        this.place = place;
    }

    @Override
    public final Subscriber<Long> createSubscriber() {
        Receiver receiver = new Receiver();
        Subscriber<Long> sink = bench.sink(receiver);
        receivers.put(sink, receiver);
        return sink;
    }

    @Override
    public final void triggerRequest(Subscriber<? super Long> sink) {
        receivers.get(sink).request(1);
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
        receivers.clear();
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
}
