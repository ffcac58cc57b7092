package io.github.reactorshm.benchmarks.rings;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

import io.github.reactorshm.benchmarks.bare.BareChannel;
import io.github.reactorshm.benchmarks.bare.BarePublisher;
import io.github.reactorshm.benchmarks.bare.BareTaker;
import io.github.reactorshm.benchmarks.bare.BusyWait;
import io.github.reactorshm.benchmarks.support.WorkDirectory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Group;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Control;

/**
 * Descriptors through the delivery ring and slots back through the return words, between two threads that poll. Each side has
 * its own mapping of the same file, as two processes have.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class DeliveryRing {

    static final String GROUP = "deliveryRing";
    /** The name of the taking method, under which JMH gives its rate. */
    static final String TAKE = "take";

    private static final long LENGTH = 64;

    /** Both mappings. */
    @State(Scope.Group)
    public static class Mappings {

        @Param("1024")
        int slots;
        @Param("/dev/shm")
        String directory;

        private BareChannel producer;
        private BareChannel consumer;

        /** Makes the files, maps them twice and removes them. */
        @Setup
        public void open() throws IOException {
            try (WorkDirectory work = WorkDirectory.create(Path.of(directory))) {
                producer = BareChannel.create(work.path(), slots, LENGTH);
                consumer = BareChannel.attach(work.path(), slots, LENGTH);
            }
        }

        /** Unmaps them. */
        @TearDown
        public void close() {
            producer.close();
            consumer.close();
        }
    }

    /** The publishing thread's own. */
    @State(Scope.Thread)
    public static class Publisher {

        private final BusyWait wait = new BusyWait();
        private BarePublisher ring;

        /** Begins at index 1. */
        @Setup
        public void begin(Mappings mappings) {
            ring = new BarePublisher(mappings.producer.control());
        }
    }

    /** The taking thread's own. */
    @State(Scope.Thread)
    public static class Taker {

        private final BusyWait wait = new BusyWait();
        private BareTaker ring;
        private long taken;

        /** Begins at index 1. */
        @Setup
        public void begin(Mappings mappings) {
            ring = new BareTaker(mappings.consumer.control());
        }
    }

    /** Waits for a slot to be back and publishes one frame. */
    @Benchmark
    @Group(GROUP)
    public long publish(Mappings mappings, Publisher publisher, Control control) {
        BarePublisher ring = publisher.ring;
        while (ring.freeSlot() == BarePublisher.NONE) {
            if (control.stopMeasurement) {
                return 0;
            }
            publisher.wait.pause();
        }
        return ring.publish(LENGTH, 0);
    }

    /** Waits for a frame, checks its descriptor and gives its slot back. */
    @Benchmark
    @Group(GROUP)
    public long take(Mappings mappings, Taker taker, Control control) {
        BareTaker ring = taker.ring;
        while (!ring.poll()) {
            if (control.stopMeasurement) {
                return 0;
            }
            taker.wait.pause();
        }
        long sequence = ring.entry().sequence();
        if (sequence != ++taker.taken || ring.entry().length() != LENGTH) {
            throw new IllegalStateException("frame " + taker.taken + " came as frame " + sequence + " of "
                    + ring.entry().length() + " bytes");
        }
        return ring.giveBack();
    }
}
