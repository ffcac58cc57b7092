package io.github.reactorshm.tck;

import java.util.function.Supplier;

import io.github.reactorshm.tck.harness.Bench;
import io.github.reactorshm.tck.harness.Times;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeClass;

/** The publisher's rules for a source. */
abstract class SourceTck extends PublisherVerification<Long> {

    private final Supplier<Bench> place;
    private @Nullable Bench bench;

    SourceTck(Supplier<Bench> place) {
        super(Times.environment(), Times.DROP_MILLIS);
        this.place = place;
    }

    /** A publisher of so many elements. */
    abstract Publisher<Long> createPublisher(Bench on, long elements);

    /** A publisher that fails without being asked for anything. */
    abstract Publisher<Long> createFailedPublisher(Bench on);

    @Override
    public final Publisher<Long> createPublisher(long elements) {
        return createPublisher(bench, elements);
    }

    @Override
    public final Publisher<Long> createFailedPublisher() {
        return createFailedPublisher(bench);
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
}
