package io.github.reactorshm.examples.sensor;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmSink;
import io.github.reactorshm.ShmSource;
import io.github.reactorshm.codec.Parts;
import io.github.reactorshm.codec.PartsCodec;
import io.github.reactorshm.codec.Tensor;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;

/** A producer and a consumer in one process. */
class SensorChannelTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final long FRAMES = 20;

    @TempDir
    private Path work;
    private Path channels;

    @BeforeEach
    void makeDirectory() throws IOException {
        channels = Files.createDirectory(work.resolve("c"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    @Test
    void aScanHasItsPictureAndItsPointsInOneSlot() {
        Payload scan = Payload.ofSize(0);
        assertThat(scan.slotSize()).isEqualTo(128 + 1920 * 1080 * 3 + 65_536 * 16);
        List<Boolean> right = stream(scan, 1, 5, SensorChannelTest::isScan);
        assertThat(right).hasSize(5).containsOnly(true);
    }

    private static boolean isScan(ShmFrame frame) {
        long number = frame.sequence() - 1;
        Parts parts = PartsCodec.view(frame);
        Tensor image = parts.get(Scan.IMAGE);
        Tensor points = parts.get(Scan.POINTS);
        assertThat(image.shape()).containsExactly(1080, 1920, 3);
        assertThat(points.shape()).containsExactly(65_536, 4);
        for (long i = 0; i < image.byteSize(); i++) {
            if (image.data().get(ValueLayout.JAVA_BYTE, i) != (byte) (number + i)) {
                return false;
            }
        }
        for (int i = 0; i < Scan.POINT_COUNT; i++) {
            double x = points.getDouble(i, 0);
            double y = points.getDouble(i, 1);
            if (points.getDouble(i, 3) != Scan.distance(i, number)
                    || Math.abs(Math.hypot(x, y) - Scan.distance(i, number)) > 0.001) {
                return false;
            }
        }
        return true;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 63, 4097, 1_000_000})
    void plainFramesArriveInOrderAndWhole(long size) {
        CheckedCodec<Long> codec = new CheckedCodec<>(Payload.ofSize(size), Duration.ZERO);
        List<CheckedFrame> frames = stream(codec, 3, FRAMES, new FrameCheck(Duration.ZERO));
        assertThat(frames).hasSize((int) FRAMES).noneMatch(CheckedFrame::torn).allMatch(frame -> frame.ageNanos() >= 0);
        assertThat(frames.getLast().sequence()).isEqualTo(FRAMES);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 2048, 4096})
    void oneWrongBitAnywhereIsATornFrame(long at) {
        CheckedCodec<Long> codec = new CheckedCodec<>(Payload.ofSize(4097), Duration.ZERO);
        List<CheckedFrame> frames = stream(new Damaging(codec, 7, at), 3, FRAMES, new FrameCheck(Duration.ZERO));
        assertThat(frames).hasSize((int) FRAMES).filteredOn(CheckedFrame::torn).singleElement()
                .extracting(CheckedFrame::sequence).isEqualTo(7L);
    }

    @Test
    void withOneSlotAFrameIsMadeOnlyWhenTheOneBeforeWasGivenBack() {
        AtomicLong begun = new AtomicLong();
        List<Long> begunWhileConsuming = stream(counting(begun), 1, FRAMES, frame -> begun.get() - frame.sequence());
        assertThat(begunWhileConsuming).hasSize((int) FRAMES).containsOnly(0L);
    }

    @Test
    void withTwoSlotsAFrameIsMadeWhileTheOneBeforeIsConsumed() {
        CountDownLatch second = new CountDownLatch(2);
        ShmCodec<Long> codec = new Noting(Payload.ofSize(64), second::countDown);
        // The first frame is held until the second one is being made: with one slot this would never come.
        List<Boolean> seen = stream(codec, 2, 2, frame -> await(second));
        assertThat(seen).containsExactly(true, true);
    }

    private static boolean await(CountDownLatch latch) {
        try {
            return latch.await(TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static ShmCodec<Long> counting(AtomicLong begun) {
        return new Noting(Payload.ofSize(64), begun::incrementAndGet);
    }

    private <R> List<R> stream(ShmCodec<Long> codec, int slots, long frames, Function<ShmFrame, R> look) {
        Flux<Long> numbers = Flux.range(0, (int) frames).map(Integer::longValue)
                .subscribeOn(Schedulers.boundedElastic());
        Mono<Void> producer = ShmSink.<Long>channel("sensor").slots(slots).baseDirectory(channels).codec(codec)
                .send(numbers);
        Mono<List<R>> consumer = ShmSource.channel("sensor").baseDirectory(channels).frames()
                .process(Schedulers.single(), 2, look).collectList();
        return Mono.zip(consumer, producer.thenReturn(true)).block(TIMEOUT).getT1();
    }

    private abstract static class Delegating implements ShmCodec<Long> {

        final ShmCodec<Long> codec;

        Delegating(ShmCodec<Long> codec) {
            this.codec = codec;
        }

        @Override
        public String contentType() {
            return codec.contentType();
        }

        @Override
        public long slotSize() {
            return codec.slotSize();
        }

        @Override
        public long tag(Long value) {
            return codec.tag(value);
        }

        @Override
        public Long decode(ShmFrame frame) {
            return codec.decode(frame);
        }
    }

    private static final class Noting extends Delegating {

        private final Runnable begins;

        Noting(ShmCodec<Long> codec, Runnable begins) {
            super(codec);
            this.begins = begins;
        }

        @Override
        public long encode(Long number, MemorySegment slot) {
            begins.run();
            return codec.encode(number, slot);
        }
    }

    private static final class Damaging extends Delegating {

        private final long sequence;
        private final long at;

        Damaging(ShmCodec<Long> codec, long sequence, long at) {
            super(codec);
            this.sequence = sequence;
            this.at = at;
        }

        @Override
        public long encode(Long number, MemorySegment slot) {
            long length = codec.encode(number, slot);
            if (number == sequence - 1) {
                slot.set(ValueLayout.JAVA_BYTE, at, (byte) (slot.get(ValueLayout.JAVA_BYTE, at) ^ 1));
            }
            return length;
        }
    }
}
