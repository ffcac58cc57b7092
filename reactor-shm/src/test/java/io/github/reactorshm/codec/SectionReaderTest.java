package io.github.reactorshm.codec;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

import io.github.reactorshm.error.ShmCodecException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Frames of a producer that is wrong or malicious. Each is a slice that is exactly as long as the frame: a read outside it is an
 * {@link IndexOutOfBoundsException}, which no test here expects.
 */
class SectionReaderTest {

    private static final int RANDOM_FRAMES = 50_000;
    private static final long[] EXTREMES = {0, 1, -1, 2, 63, 64, 65, 255, 256, 1 << 16, Integer.MAX_VALUE,
            Integer.MIN_VALUE,
            1L << 32, 1L << 50, (1L << 50) + 1, 1L << 61, 1L << 62, 1L << 63, Long.MAX_VALUE, Long.MAX_VALUE - 63};

    private final Parts parts = Parts.of("image", Tensor.of(new byte[2 * 3 * 3], 2, 3, 3))
            .and("points", Tensor.of(new float[]{1, 2, 3, 4, 5, 6, 7, 8}, 2, 4))
            .and("stamp", Tensor.of(new long[]{42}));

    @ParameterizedTest
    @EnumSource
    void whatWasWrittenIsReadInPlace(SectionFormat format) {
        MemorySegment frame = frame(format);
        List<Part> read = read(format, frame);
        List<Part> written = written(format);
        assertThat(read).hasSameSizeAs(written);
        for (int i = 0; i < read.size(); i++) {
            Tensor tensor = read.get(i).tensor();
            assertThat(read.get(i).name()).isEqualTo(written.get(i).name());
            assertThat(tensor.shape()).isEqualTo(written.get(i).tensor().shape());
            assertThat(tensor.data().mismatch(written.get(i).tensor().data())).isEqualTo(-1);
            assertThat(tensor.data().address()).isBetween(frame.address(), frame.address() + frame.byteSize());
            assertThat(tensor.data().isReadOnly()).isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFrameCutAtAnyLengthIsATypedError(SectionFormat format) {
        MemorySegment frame = frame(format);
        for (long length = 0; length < frame.byteSize(); length++) {
            assertRefused(format, frame.asSlice(0, length));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aFrameThatGoesOnBehindItsSectionsIsATypedError(SectionFormat format) {
        MemorySegment frame = frame(format);
        MemorySegment longer = MemorySegment.ofArray(new byte[(int) frame.byteSize() + 1]);
        longer.asSlice(0, frame.byteSize()).copyFrom(frame);
        assertThatExceptionOfType(ShmCodecException.class).isThrownBy(() -> read(format, longer.asReadOnly()))
                .withMessageContaining("its sections end at " + frame.byteSize());
    }

    @ParameterizedTest
    @EnumSource
    void everyFlippedBitGivesATypedErrorOrSectionsInside(SectionFormat format) {
        MemorySegment frame = frame(format);
        int refused = 0;
        for (long bit = 0; bit < frame.byteSize() * Byte.SIZE; bit++) {
            MemorySegment broken = copy(frame);
            long at = bit / Byte.SIZE;
            byte flipped = (byte) (broken.get(ValueLayout.JAVA_BYTE, at) ^ 1 << bit % Byte.SIZE);
            broken.set(ValueLayout.JAVA_BYTE, at, flipped);
            refused += outcome(format, broken);
        }
        assertThat(refused).isGreaterThan(100);
    }

    @ParameterizedTest
    @EnumSource
    void everyNumberReplacedByAnExtremeGivesATypedErrorOrSectionsInside(SectionFormat format) {
        MemorySegment frame = frame(format);
        int refused = 0;
        for (long value : EXTREMES) {
            for (long at = 0; at <= frame.byteSize() - Long.BYTES; at += Integer.BYTES) {
                MemorySegment broken = copy(frame);
                broken.set(LittleEndian.LONG, at, value);
                refused += outcome(format, broken);
                MemorySegment half = copy(frame);
                half.set(LittleEndian.INT, at, (int) value);
                refused += outcome(format, half);
            }
        }
        assertThat(refused).isGreaterThan(100);
    }

    @ParameterizedTest
    @EnumSource
    void randomDamageGivesATypedErrorOrSectionsInside(SectionFormat format) {
        Random random = new Random(20_260_101);
        MemorySegment frame = frame(format);
        int refused = 0;
        for (int i = 0; i < RANDOM_FRAMES; i++) {
            MemorySegment broken = copy(frame);
            // Behind the magic, where damage is not found at once.
            for (int n = random.nextInt(1, 5); n > 0; n--) {
                broken.set(ValueLayout.JAVA_BYTE, random.nextLong(8, broken.byteSize()), (byte) random.nextInt());
            }
            long length = random.nextInt(4) == 0 ? random.nextLong(broken.byteSize() + 1) : broken.byteSize();
            refused += outcome(format, broken.asSlice(0, length));
        }
        assertThat(refused).isBetween(RANDOM_FRAMES / 10, RANDOM_FRAMES - 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 62, (1L << 50) + 1})
    void aDimensionThatOverflowsIsNamed(long size) {
        MemorySegment frame = frame(SectionFormat.TENSOR);
        frame.set(LittleEndian.LONG, 40, size);
        assertThatExceptionOfType(ShmCodecException.class).isThrownBy(() -> read(SectionFormat.TENSOR, frame))
                .withMessageContaining("section 0: ").withMessageContaining(Long.toString(size));
    }

    @Test
    void dimensionsWhoseProductOverflowsToTheRightSizeAreRefused() {
        MemorySegment frame = frame(SectionFormat.TENSOR);
        // 2^33 · 2^31 · 1 is 2^64, which a long holds as 0; and 0 bytes end inside any frame.
        frame.set(LittleEndian.LONG, 32, 1L << 33);
        frame.set(LittleEndian.LONG, 40, 1L << 31);
        frame.set(LittleEndian.LONG, 48, 1);
        MemorySegment empty = frame.asSlice(0, 64);
        assertThatExceptionOfType(ShmCodecException.class).isThrownBy(() -> read(SectionFormat.TENSOR, empty))
                .withMessageContaining("8589934592x2147483648x1 takes more than");
    }

    @ParameterizedTest
    @CsvSource({"8, 0, it says 0 sections", "8, 2, it says 2 sections", "8, -1, it says -1 sections",
            "24, 33, section 0: rank is 33", "24, -1, section 0: rank is -1",
            "28, 1, section 0: length of the name is 1",
            "16, 0, no element type has the code 0000000000000000"})
    void aWrongFieldIsNamedWithItsValue(long at, int value, String text) {
        MemorySegment frame = frame(SectionFormat.TENSOR);
        frame.set(LittleEndian.INT, at, value);
        assertThatExceptionOfType(ShmCodecException.class).isThrownBy(() -> read(SectionFormat.TENSOR, frame))
                .withMessageContaining(text);
    }

    @Test
    void aFrameOfTheOtherFormatIsRefused() {
        assertThatExceptionOfType(ShmCodecException.class)
                .isThrownBy(() -> read(SectionFormat.PARTS, frame(SectionFormat.TENSOR)))
                .withMessageContaining("it begins with 31534e4554485352 instead of 3154524150485352");
    }

    @Test
    void aNameThatComesTwiceIsRefused() {
        MemorySegment frame = frame(SectionFormat.PARTS);
        int stamp = indexOf(frame, "stamp");
        frame.asSlice(stamp, 5).copyFrom(MemorySegment.ofArray("image".getBytes(StandardCharsets.UTF_8)));
        assertThatExceptionOfType(ShmCodecException.class).isThrownBy(() -> read(SectionFormat.PARTS, frame))
                .withMessageContaining("two sections are named 'image'");
    }

    @Test
    void aNameThatIsNotUtf8IsRefused() {
        MemorySegment frame = frame(SectionFormat.PARTS);
        frame.set(ValueLayout.JAVA_BYTE, indexOf(frame, "points"), (byte) 0xC0);
        assertThatExceptionOfType(ShmCodecException.class).isThrownBy(() -> read(SectionFormat.PARTS, frame))
                .withMessageContaining("section 1: its name of 6 bytes is not UTF-8");
    }

    /** 1 if the frame is refused, 0 if its sections are all inside, whose every byte is then read. */
    private static int outcome(SectionFormat format, MemorySegment frame) {
        List<Part> read;
        try {
            read = read(format, frame.asReadOnly());
        } catch (ShmCodecException e) {
            return 1;
        }
        for (Part part : read) {
            Tensor copy = part.tensor().copy();
            assertThat(copy.byteSize()).isLessThanOrEqualTo(frame.byteSize());
        }
        return 0;
    }

    private static void assertRefused(SectionFormat format, MemorySegment frame) {
        assertThat(outcome(format, frame)).as("length %d", frame.byteSize()).isEqualTo(1);
    }

    private static List<Part> read(SectionFormat format, MemorySegment frame) {
        return new SectionReader(format, frame.asReadOnly(),
                (text, cause) -> new ShmCodecException("test", text, cause)).read();
    }

    private List<Part> written(SectionFormat format) {
        return format == SectionFormat.PARTS ? parts.list() : List.of(Part.unnamed(parts.get("image")));
    }

    private MemorySegment frame(SectionFormat format) {
        MemorySegment slot = Arena.ofAuto().allocate(1024, 64);
        return copy(slot.asSlice(0, format.write(written(format), slot)));
    }

    private static MemorySegment copy(MemorySegment frame) {
        return MemorySegment.ofArray(frame.toArray(ValueLayout.JAVA_BYTE));
    }

    private static int indexOf(MemorySegment frame, String text) {
        return new String(frame.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.ISO_8859_1).indexOf(text);
    }
}
