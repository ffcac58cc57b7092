package io.github.reactorshm;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;

import io.github.reactorshm.codec.BytesCodec;
import io.github.reactorshm.layout.SubscriptionGeometry;
import io.github.reactorshm.testkit.Accounts;
import io.github.reactorshm.testkit.Channel;
import io.github.reactorshm.testkit.ManualUpstream;
import io.github.reactorshm.testkit.Payloads;
import io.github.reactorshm.testkit.Recorder;
import io.github.reactorshm.testkit.TestDirectory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;

import static org.assertj.core.api.Assertions.assertThat;

/** Slots lie side by side: each where it should, none written to with another. */
class SlotNeighboursTest {

    private static final Duration END = Duration.ofSeconds(30);

    @AutoClose
    private static final TestDirectory DIRECTORY = TestDirectory.create();

    private final Channel channel = Channel.in(DIRECTORY);

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 31 + length);
        }
        return bytes;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 7, 64, 4095, 100_000})
    void S1_payloadsFromNothingToAWholeSlotComeAsTheyWent(int size) {
        List<byte[]> payloads = Stream.of(0, 1, size - 1, size, 0, size).map(SlotNeighboursTest::bytes).toList();
        BytesCodec codec = BytesCodec.ofSlotSize(size);
        Recorder<byte[]> decoded = channel.record(codec, Long.MAX_VALUE);
        Recorder<ShmFrame> raw = Recorder.unbounded(frame -> {
            try (frame) {
                byte[] expected = payloads.get((int) frame.sequence() - 1);
                assertThat(frame.length()).isEqualTo(expected.length);
                assertThat(frame.segment().byteSize()).isEqualTo(expected.length);
                assertThat(frame.buffer().remaining()).isEqualTo(expected.length);
                assertThat(frame.copy()).isEqualTo(expected);
            }
        });
        channel.source().build().subscribe(raw);
        ShmSink<byte[]> sink = channel.sink(codec).open();
        Accounts.awaitSubscriptions(sink, 2);
        Flux.fromIterable(payloads).subscribe(sink);
        decoded.awaitComplete();
        raw.awaitComplete();
        assertThat(decoded.items()).usingElementComparator(Arrays::compare).isEqualTo(payloads);
        sink.onTerminate().block(END);
        decoded.verify();
        raw.verify();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 4095, Payloads.CAMERA})
    void M7_everySlotIsAlignedAndItsNeighboursAreNotTouched(long size) {
        AlignmentCodec codec = new AlignmentCodec(size);
        ShmSink<Long> sink = channel.sink(codec).open();
        ManualUpstream<Long> upstream = new ManualUpstream<>();
        upstream.subscribe(sink);
        Recorder<ShmFrame> consumer = channel.recordFrames(Long.MAX_VALUE);
        List<ShmFrame> held = new ArrayList<>();
        long number = 0;
        for (int round = 0; round < 3; round++) {
            while (held.size() < 8) {
                upstream.nextOnDemand(++number);
                consumer.awaitItems((int) number);
                held.add(consumer.items().getLast());
            }
            // The whole pool is held: what was written into one slot has changed no other.
            for (ShmFrame frame : held) {
                assertThat(frame.segment().address() % 64).as("alignment of frame %s", frame.sequence()).isZero();
                assertThat(frame.length()).isEqualTo(size);
                Payloads.check(frame.segment(), frame.tag());
            }
            held.removeIf(frame -> {
                boolean odd = frame.sequence() % 2 == 1;
                if (odd) {
                    frame.close();
                }
                return odd;
            });
        }
        held.forEach(ShmFrame::close);
        Accounts.awaitAllBack(sink);
        assertThat(codec.misaligned).as("misaligned slots to write into").hasValue(0);
        consumer.cancel();
        upstream.awaitCancelled();
        consumer.verify();
    }

    @Test
    void M7_everyWordOfAControlFileIsNaturallyAligned() {
        for (int slots = 1; slots <= 5_000; slots++) {
            SubscriptionGeometry geometry = SubscriptionGeometry.of(slots);
            assertThat(geometry.returnsOffset() % 64).as("return words of %s slots", slots).isZero();
            assertThat(geometry.errorOffset() % 128).as("error text of %s slots", slots).isZero();
            assertThat(geometry.errorOffset()).isGreaterThanOrEqualTo(geometry.returnsOffset() + 8L * slots);
            assertThat(geometry.ringCapacity()).isGreaterThan(slots);
        }
    }

    /** Fills slots and counts those that do not lie where they should. */
    private static final class AlignmentCodec implements ShmCodec<Long> {

        private final Payloads payloads;
        private final AtomicLong misaligned = new AtomicLong();

        AlignmentCodec(long size) {
            payloads = Payloads.full(0, size);
        }

        @Override
        public String contentType() {
            return payloads.contentType();
        }

        @Override
        public long slotSize() {
            return payloads.slotSize();
        }

        @Override
        public long encode(Long number, MemorySegment slot) {
            if (slot.address() % 64 != 0 || slot.byteSize() != slotSize()) {
                misaligned.incrementAndGet();
            }
            return payloads.encode(number, slot);
        }

        @Override
        public long tag(Long number) {
            return payloads.tag(number);
        }

        @Override
        public Long decode(ShmFrame frame) {
            return frame.segment().get(ValueLayout.JAVA_LONG, 0);
        }
    }
}
