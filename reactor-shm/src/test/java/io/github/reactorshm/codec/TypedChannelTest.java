package io.github.reactorshm.codec;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import io.github.reactorshm.ShmCodec;
import io.github.reactorshm.ShmFrame;
import io.github.reactorshm.ShmSink;
import io.github.reactorshm.ShmSource;
import io.github.reactorshm.ShmSourceBuilder;
import io.github.reactorshm.error.ShmCodecException;
import io.github.reactorshm.error.ShmTypeMismatchException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** The codecs over real channels, both ends in this JVM. */
class TypedChannelTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final Path SHARED_MEMORY = Path.of("/dev/shm");
    private static final int FRAMES = 100;

    private final List<ShmSink<?>> sinks = new ArrayList<>();
    private Path directory;

    record Reading(int number, double value, boolean last) {}

    record OtherReading(double value, int number, boolean last) {}

    @BeforeEach
    void makeDirectory() throws IOException {
        directory = Files.isDirectory(SHARED_MEMORY)
                ? Files.createTempDirectory(SHARED_MEMORY, "typed-")
                : Files.createTempDirectory("typed-");
    }

    @AfterEach
    void nothingIsLeft() throws IOException {
        sinks.forEach(ShmSink::dispose);
        sinks.forEach(sink -> sink.onTerminate().onErrorComplete().block(TIMEOUT));
        Files.deleteIfExists(directory.resolve(".lock"));
        Files.delete(directory);
    }

    @Test
    void decodedTensorsOutliveTheirFrames() {
        send(TensorCodec.of(ElementType.FLOAT32, 50, 4), Flux.range(0, FRAMES).map(TypedChannelTest::points));
        List<Tensor> received = receive(source().codec(TensorCodec.ofSlotSize(0)));
        assertThat(received).hasSize(FRAMES);
        for (int i = 0; i < FRAMES; i++) {
            assertThat(received.get(i).data().mismatch(points(i).data())).isEqualTo(-1);
            assertThat(received.get(i).shape()).containsExactly(50, 4);
        }
    }

    @Test
    void tensorsOfSeveralShapesAndTypesTravelInOneChannel() {
        send(TensorCodec.ofSlotSize(4096), Flux.just(points(1), Tensor.of(new byte[]{1, 2}, 2),
                Tensor.of(new double[]{3}), Tensor.of(new long[0], 0)));
        assertThat(receive(source().codec(TensorCodec.ofSlotSize(0)))).map(Tensor::toString).containsExactly(
                "Tensor{<f4 50x4, 800 bytes}", "Tensor{|u1 2, 2 bytes}", "Tensor{<f8 scalar, 8 bytes}",
                "Tensor{<i8 0, 0 bytes}");
    }

    @Test
    void viewsOfPartsLieInTheSlotAlignedAndReadOnly() {
        send(PartsCodec.of(parts(0)), Flux.range(0, FRAMES).map(TypedChannelTest::parts));
        List<String> read = source().contentType(PartsCodec.CONTENT_TYPE).frames()
                .process(Schedulers.parallel(), 2, TypedChannelTest::look).collectList().block(TIMEOUT);
        assertThat(read)
                .isEqualTo(IntStream.range(0, FRAMES).mapToObj(i -> i % 128 + " " + (double) i + " [text, numbers]")
                        .toList());
    }

    private static String look(ShmFrame frame) {
        Parts parts = PartsCodec.view(frame);
        for (Tensor tensor : parts.asMap().values()) {
            long fromStart = tensor.data().address() - frame.segment().address();
            assertThat(fromStart).isBetween(64L, frame.length());
            assertThat(fromStart % 64).isZero();
            assertThat(tensor.data().address() % 64).isZero();
            assertThat(tensor.data().isReadOnly()).isTrue();
        }
        return parts.get("text").getLong(2) + " " + parts.get("numbers").getDouble(1, 1) + " " + parts.names();
    }

    @Test
    void decodedPartsOutliveTheirFrames() {
        send(PartsCodec.of(parts(0)), Flux.range(0, FRAMES).map(TypedChannelTest::parts));
        List<Parts> received = receive(source().codec(PartsCodec.ofSlotSize(0)));
        assertThat(received).hasSize(FRAMES);
        assertThat(received.get(7).get("numbers").data().heapBase()).contains(new double[]{7, 7, 7, 7});
        assertThat(received.get(7).get("text").getLong(0)).isEqualTo(7);
    }

    @Test
    void tensorsAreWrittenStraightIntoTheSlot() {
        Flux<Tensor> written = Flux.range(0, FRAMES)
                .map(i -> Tensor.writing(ElementType.INT64, section -> section.setAtIndex(ValueLayout.JAVA_LONG, 2, i),
                        3));
        send(TensorCodec.of(ElementType.INT64, 3), written);
        List<Long> read = source().contentType(TensorCodec.CONTENT_TYPE).frames()
                .process(Schedulers.parallel(), 1, frame -> TensorCodec.view(frame).getLong(2)).collectList()
                .block(TIMEOUT);
        assertThat(read).isEqualTo(IntStream.range(0, FRAMES).mapToObj(i -> (long) i).toList());
    }

    /** What a picture's reader must know, and what is the same for all of them, is in none of its frames. */
    @Test
    void attributesTravelOnceInTheHandshake() {
        Map<String, String> picture = Map.of("width", "6", "height", "4", "format", "rgb24", "stride", "20");
        // Each line is 18 bytes and 2 that nobody reads.
        byte[] pixels = new byte[4 * 20];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (byte) i;
        }
        ShmSink<Tensor> sink = send(TensorCodec.of(ElementType.UINT8, 4, 20).withAttributes(picture),
                Flux.range(0, FRAMES).map(i -> Tensor.of(pixels, 4, 20)));
        List<Integer> read = source().frames().process(Schedulers.parallel(), 2, frame -> {
            Map<String, String> told = frame.info().attributes();
            assertThat(told).isEqualTo(picture);
            // The last pixel of the last line, found by the attributes alone.
            long offset = (Long.parseLong(told.get("height")) - 1) * Long.parseLong(told.get("stride"))
                    + (Long.parseLong(told.get("width")) - 1) * 3;
            return (int) TensorCodec.view(frame).data().get(ValueLayout.JAVA_BYTE, offset);
        }).collectList().block(TIMEOUT);
        assertThat(read).hasSize(FRAMES).containsOnly(3 * 20 + 5 * 3);
        assertThat(sink.getInfo().attributes()).isEqualTo(picture);
    }

    @Test
    void eachCodecTakesAttributes() {
        Map<String, String> attributes = Map.of("lens", "wide");
        assertThat(List.of(TensorCodec.of(ElementType.UINT8, 2).withAttributes(attributes).attributes(),
                PartsCodec.of(parts(0)).withAttributes(attributes).attributes())).containsOnly(attributes);
        send(TensorCodec.of(ElementType.UINT8, 2).withAttributes(attributes), Flux.just(Tensor.of(new byte[2], 2)));
        assertThat(source().frames().process(Schedulers.parallel(), 1, frame -> frame.info().attributes())
                .blockLast(TIMEOUT)).isEqualTo(attributes);
    }

    @Test
    void recordsTravel() {
        List<Reading> readings = IntStream.range(0, FRAMES).mapToObj(i -> new Reading(i, i / 2.0, i == FRAMES - 1))
                .toList();
        send(RecordCodec.of(Reading.class, MethodHandles.lookup()), Flux.fromIterable(readings));
        assertThat(receive(source().codec(RecordCodec.of(Reading.class, MethodHandles.lookup())))).isEqualTo(readings);
    }

    @Test
    void aSourceWithAnotherRecordLayoutIsRefused() {
        send(RecordCodec.of(Reading.class, MethodHandles.lookup()), Flux.never());
        assertThatExceptionOfType(ShmTypeMismatchException.class)
                .isThrownBy(() -> receive(source().codec(RecordCodec.of(OtherReading.class, MethodHandles.lookup()))))
                .withMessageContaining("number:<i4,value:<f8,last:|b1")
                .withMessageContaining("value:<f8,number:<i4,last:|b1");
    }

    @Test
    void aDamagedFrameFailsTheSourceWithATypedErrorAndGivesItsSlotBack() {
        ShmSink<byte[]> sink = send(new Damaged(TensorCodec.CONTENT_TYPE),
                Flux.just(new byte[64]).concatWith(Mono.never()));
        assertThatExceptionOfType(ShmCodecException.class)
                .isThrownBy(() -> receive(source().codec(TensorCodec.ofSlotSize(0))))
                .withMessageContaining("channel 'typed': frame 1 of 64 bytes: it begins with 0000000000000000")
                .satisfies(e -> assertThat(e.getChannel()).isEqualTo("typed"));
        assertThatExceptionOfType(Exception.class).isThrownBy(() -> sink.onTerminate().block(TIMEOUT));
        assertThat(sink.heldSlots()).isZero();
    }

    private record Damaged(String contentType) implements ShmCodec<byte[]> {

        @Override
        public long slotSize() {
            return 128;
        }

        @Override
        public long encode(byte[] value, MemorySegment slot) {
            MemorySegment.copy(value, 0, slot, ValueLayout.JAVA_BYTE, 0, value.length);
            return value.length;
        }

        @Override
        public byte[] decode(ShmFrame frame) {
            return frame.copy();
        }
    }

    private <T> ShmSink<T> send(ShmCodec<T> codec, Flux<T> elements) {
        ShmSink<T> sink = ShmSink.<T>channel("typed").baseDirectory(directory).slots(3).codec(codec).open();
        sinks.add(sink);
        elements.subscribe(sink);
        return sink;
    }

    private ShmSourceBuilder<ShmFrame> source() {
        return ShmSource.channel("typed").baseDirectory(directory);
    }

    private static <T> List<T> receive(ShmSourceBuilder<T> source) {
        return Flux.from(source.build()).collectList().block(TIMEOUT);
    }

    private static Tensor points(int number) {
        float[] points = new float[200];
        for (int i = 0; i < points.length; i++) {
            points[i] = number + i / 200f;
        }
        return Tensor.of(points, 50, 4);
    }

    private static Parts parts(int number) {
        double[] numbers = {number, number, number, number};
        byte[] text = {(byte) (number % 128), (byte) (number % 128), (byte) (number % 128)};
        return Parts.of("text", Tensor.of(text, 3)).and("numbers", Tensor.of(numbers, 2, 2));
    }
}
