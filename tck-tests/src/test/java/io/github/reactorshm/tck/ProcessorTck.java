package io.github.reactorshm.tck;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

import io.github.reactorshm.tck.harness.Bench;
import io.github.reactorshm.tck.harness.SourceKind;
import io.github.reactorshm.tck.harness.Times;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Processor;
import org.reactivestreams.Publisher;
import org.reactivestreams.tck.IdentityProcessorVerification;
import org.testng.annotations.AfterClass;
import org.testng.annotations.AfterMethod;
import org.testng.annotations.BeforeClass;

/** The processor's rules for a sink together with the source at its far end. */
abstract class ProcessorTck extends IdentityProcessorVerification<Long> {

    private final Supplier<Bench> place;
    private @Nullable Bench bench;
    private ExecutorService helpers;

    ProcessorTck(Supplier<Bench> place) {
        super(Times.environment(), Times.DROP_MILLIS);
        this.place = place;
    }

    @Override
    public final Processor<Long, Long> createIdentityProcessor(int bufferSize) {
        return bench.processor(bufferSize);
    }

    @Override
    public final Publisher<Long> createFailedPublisher() {
        return bench.sourceOfFailedSink(SourceKind.DECODED);
    }

    /** The slowest of several subscribers paces the sink: that is what a lossless channel is. */
    @Override
    public final boolean doesCoordinatedEmission() {
        return true;
    }

    @Override
    public final Long createElement(int element) {
        return (long) element;
    }

    @Override
    public final ExecutorService publisherExecutorService() {
        return helpers;
    }

    @BeforeClass
    public final void openBench() {
        helpers = Executors.newFixedThreadPool(4);
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
        helpers.shutdownNow();
        if (bench != null) {
            bench.close();
        }
    }
}
