package io.github.reactorshm.process;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmSource;
import io.github.reactorshm.testkit.ChildJvm;
import io.github.reactorshm.testkit.Processes;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.RemoteEnd;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;

/** Code of the same JVM that has nothing to do with a channel keeps its speed while frames pass. */
class NeighbourTest {

    /** Of a window, a thousand a second; and as many windows without frames, of the same length. */
    private static final int FRAMES = 250;
    private static final Duration WINDOW = Duration.ofMillis(FRAMES);
    private static final double LEAST = 0.95;

    @RegisterExtension
    final Processes processes = new Processes();

    @Test
    void M4_anUnrelatedHotLoopKeepsItsSpeed() throws InterruptedException {
        keepsItsSpeed(8);
    }

    @Tag("storm")
    @Test
    void M4_anUnrelatedHotLoopKeepsItsSpeedStorm() throws InterruptedException {
        keepsItsSpeed(40);
    }

    private void keepsItsSpeed(int pairs) throws InterruptedException {
        ChildJvm child = processes.sink();
        RemoteEnd sink = RemoteEnd.open(child, "k", processes.at("camera") + "slots=8 size=20000 gapMillis=1");
        Recorder<Long> consumer = Recorder.asking(0);
        Flux.from(ShmSource.channel("camera").baseDirectory(processes.directory()).build()).map(NeighbourTest::read)
                .subscribe(consumer);
        double[] ratios = new double[pairs];
        HotLoop loop = new HotLoop();
        try {
            int received = 0;
            for (int i = 0; i < pairs; i++) {
                Mark start = loop.mark();
                Liveness.pass(WINDOW);
                Mark between = loop.mark();
                received += FRAMES;
                consumer.request(FRAMES);
                consumer.awaitItems(received);
                ratios[i] = loop.mark().speedSince(between) / between.speedSince(start);
            }
        } finally {
            loop.stop();
        }
        consumer.cancel();
        consumer.verify();
        assertThat(sink.awaitEnd().errors()).isOne();
        Arrays.sort(ratios);
        Liveness.print("M4",
                "a hot loop beside frames keeps %.3f (p50), %.3f (least), %.3f (most) of its speed in %d windows"
                        .formatted(ratios[pairs / 2], ratios[0], ratios[pairs - 1], pairs));
        // Its speed per time on a processor: that others take the processors away is not the library's doing.
        assertThat(ratios[pairs / 2]).as("median").isGreaterThanOrEqualTo(LEAST);
    }

    private static long read(ShmFrame frame) {
        try (frame) {
            return frame.sequence();
        }
    }

    /** How far the loop has come, and how much of a processor's time it took for that: what others take is not its. */
    private record Mark(long rounds, long cpuNanos) {

        double speedSince(Mark earlier) {
            return (double) (rounds - earlier.rounds) / (cpuNanos - earlier.cpuNanos);
        }
    }

    /** Computes on a thread of its own, and knows nothing of channels. */
    private static final class HotLoop {

        private static final int BATCH = 10_000;

        private final AtomicLong rounds = new AtomicLong();
        private final Thread thread = new Thread(this::run, "hot-loop");
        private volatile boolean over;
        private volatile long result;

        HotLoop() {
            thread.start();
        }

        private void run() {
            long x = 1;
            while (!over) {
                for (int i = 0; i < BATCH; i++) {
                    x ^= x << 13;
                    x ^= x >>> 7;
                    x ^= x << 17;
                }
                rounds.incrementAndGet();
            }
            result = x;
        }

        Mark mark() {
            return new Mark(rounds.get(), ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.threadId()));
        }

        void stop() throws InterruptedException {
            over = true;
            thread.join();
            assertThat(result).as("what it computed").isNotZero();
        }
    }
}
