package io.github.reactorshm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import io.github.reactorshm.error.ShmFrameClosedException;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** Who closes a frame, how often, and in which order. */
class FrameHandlesTest {

    private static final Payloads NUMBERS = Payloads.full(0, 1_000);
    private static final int SLOTS = 64;
    private static final int KEPT = 24;
    /** Ten times what the storm takes on two busy cores. */
    private static final Duration END = Duration.ofMinutes(2);

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);

    @Test
    void F3_aFrameClosedTwiceFromTwoThreadsGoesBackOnce() throws Exception {
        closeFromTwoThreads(5_000);
    }

    @Tag("storm")
    @Test
    void F3_aFrameClosedTwiceFromTwoThreadsGoesBackOnceStorm() throws Exception {
        closeFromTwoThreads(100_000);
    }

    /**
     * Each handle is closed by two threads at once. Retained handles are kept for a while, and closed in any order, each after a
     * look at its bytes: a slot given back twice, or too early, would have been written by then.
     */
    private void closeFromTwoThreads(int frames) throws Exception {
        ShmSink<Long> sink = channel.sink(NUMBERS).slots(SLOTS).open();
        BlockingQueue<ShmFrame> arrived = new LinkedBlockingQueue<>();
        Recorder<ShmFrame> consumer = Recorder.unbounded(arrived::add);
        channel.source().build().subscribe(consumer);
        Flux.range(1, frames).map(Integer::longValue).subscribe(sink);
        Random random = new Random(frames);
        List<ShmFrame> kept = new ArrayList<>();
        int seen = 0;
        TwoThreads two = new TwoThreads();
        try {
            while (seen < frames) {
                ShmFrame first = arrived.poll(END.toSeconds(), TimeUnit.SECONDS);
                assertThat(first).as("frame %s", seen + 1).isNotNull();
                List<ShmFrame> batch = new ArrayList<>(List.of(first));
                arrived.drainTo(batch);
                batch.forEach(frame -> kept.add(frame.retain()));
                two.close(batch);
                seen += batch.size();
                assertThat(sink.freeSlots()).isBetween(0, SLOTS);
                Collections.shuffle(kept, random);
                List<ShmFrame> leaving = kept.subList(Math.min(kept.size(), seen == frames ? 0 : KEPT), kept.size());
                leaving.forEach(Payloads::check);
                two.close(leaving);
                assertThat(leaving).allMatch(ShmFrame::isClosed);
                leaving.clear();
            }
        } finally {
            two.end();
        }
        consumer.awaitComplete();
        consumer.verify();
        sink.onTerminate().block(END);
        assertThat(sink.published()).isEqualTo(frames);
        assertThat(sink.freeSlots()).isEqualTo(SLOTS);
        assertThat(sink.heldSlots()).isZero();
    }

    @Test
    void F3_theLastHandleGivesTheSlotBackInWhateverOrderTheyAreClosed() {
        handlesInAnyOrder(200);
    }

    @Tag("storm")
    @Test
    void F3_theLastHandleGivesTheSlotBackInWhateverOrderTheyAreClosedStorm() {
        handlesInAnyOrder(20_000);
    }

    private void handlesInAnyOrder(int rounds) {
        ShmSink<Long> sink = channel.sink(NUMBERS).slots(2).open();
        ManualUpstream<Long> upstream = new ManualUpstream<>();
        upstream.subscribe(sink);
        AtomicReference<ShmFrame> last = new AtomicReference<>();
        Recorder<ShmFrame> consumer = Recorder.unbounded(last::set);
        channel.source().build().subscribe(consumer);
        upstream.awaitRequested(2);
        Random random = new Random(rounds);
        for (int round = 1; round <= rounds; round++) {
            upstream.nextOnDemand((long) round);
            consumer.awaitItems(round);
            List<ShmFrame> handles = new ArrayList<>(List.of(last.get()));
            while (handles.size() < 6) {
                handles.add(handles.get(random.nextInt(handles.size())).retain());
            }
            Collections.shuffle(handles, random);
            for (ShmFrame handle : handles) {
                assertThat(Payloads.check(handle)).isEqualTo(round);
                handle.close();
                handle.close();
                assertThat(handle.isClosed()).isTrue();
            }
            Accounts.awaitHeld(sink, 0);
        }
        Accounts.awaitAllBack(sink);
        upstream.complete();
        consumer.awaitComplete();
        consumer.verify();
        sink.onTerminate().block(END);
    }

    @Test
    void F3_aClosedHandleGivesNothingOutButItsDescriptor() {
        ShmSink<Long> sink = channel.sink(NUMBERS).open();
        ManualUpstream<Long> upstream = new ManualUpstream<>();
        upstream.subscribe(sink);
        Recorder<ShmFrame> consumer = channel.recordFrames(1);
        upstream.nextOnDemand(1L);
        ShmFrame frame = consumer.awaitItems(1).getFirst();
        ShmFrame other = frame.retain();
        frame.close();
        for (Runnable access : List.<Runnable>of(frame::segment, frame::buffer, frame::copy, frame::retain)) {
            assertThatThrownBy(access::run).isInstanceOf(ShmFrameClosedException.class)
                    .hasMessageContaining("frame 1").hasMessageContaining(channel.name());
        }
        assertThat(frame.sequence()).isEqualTo(1);
        assertThat(frame.length()).isEqualTo(1_000);
        assertThat(frame.tag()).isEqualTo(other.tag());
        Accounts.awaitHeld(sink, 1);
        assertThat(other.segment().isReadOnly()).isTrue();
        assertThat(other.buffer().isReadOnly()).isTrue();
        assertThat(other.copy()).hasSize(1_000);
        other.close();
        Accounts.awaitHeld(sink, 0);
        consumer.cancel();
        upstream.awaitCancelled();
    }

    /** The test's thread and another one, which close the same handles at the same moment. */
    private static final class TwoThreads {

        private final CyclicBarrier before = new CyclicBarrier(2);
        private final CyclicBarrier after = new CyclicBarrier(2);
        private final AtomicReference<List<ShmFrame>> handles = new AtomicReference<>();
        private final Thread other = new Thread(this::run, "closes-too");

        TwoThreads() {
            other.start();
        }

        void close(List<ShmFrame> frames) throws BrokenBarrierException, InterruptedException {
            handles.set(List.copyOf(frames));
            before.await();
            frames.forEach(ShmFrame::close);
            after.await();
        }

        private void run() {
            try {
                for (before.await(); handles.get() != null; before.await()) {
                    handles.get().forEach(ShmFrame::close);
                    after.await();
                }
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        }

        void end() throws BrokenBarrierException, InterruptedException {
            handles.set(null);
            before.await();
            other.join();
        }
    }
}
