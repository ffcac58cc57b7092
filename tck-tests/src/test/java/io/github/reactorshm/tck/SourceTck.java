package io.github.reactorshm.tck;

import java.util.function.Supplier;

import io.github.reactorshm.tck.harness.Bench;
import io.github.reactorshm.tck.harness.SourceKind;
import io.github.reactorshm.tck.harness.Times;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.PublisherVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeClass;

/** The publisher's rules for a source. */
abstract class SourceTck extends PublisherVerification<Long> {

    private final Supplier<Bench> place;
    private final SourceKind kind;
    private Bench bench;

    SourceTck(Supplier<Bench> place, SourceKind kind) {
        super(Times.environment(), Times.DROP_MILLIS);
        this.place = place;
        this.kind = kind;
    }

    /** A publisher that fails at once. */
    abstract Publisher<Long> createFailedPublisher(Bench on, SourceKind of);

    @Override
    public final Publisher<Long> createPublisher(long elements) {
        return bench.source(kind, elements);
    }

    @Override
    public final Publisher<Long> createFailedPublisher() {
        return createFailedPublisher(bench, kind);
    }

    @BeforeClass
    public final void openBench() {
        bench = place.get();
    }

    @AfterMethod(alwaysRun = true)
    public final void endTest() {
        bench.endTest();
    }

    @AfterClass(alwaysRun = true)
    public final void closeBench() {
        bench.close();
    }
}
