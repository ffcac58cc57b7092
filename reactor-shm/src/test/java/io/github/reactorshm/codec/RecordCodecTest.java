package io.github.reactorshm.codec;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.util.HexFormat;
import java.util.List;

import io.github.reactorshm.error.ShmCodecException;
import io.github.reactorshm.error.ShmFrameTooLargeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class RecordCodecTest {

    private final MemorySegment slot = Arena.ofAuto().allocate(256, 64).fill((byte) 0xEE);

    record All(boolean z, byte b, short s, char c, int i, long l, float f, double d) {}

    record Point(float x, float y) {}

    record Box(byte kind, Point from, Point to, boolean valid) {}

    record Padded(byte first, long second, byte third) {}

    record Swapped(long second, byte first, byte third) {}

    record Renamed(byte first, long other, byte third) {}

    record SameAsPadded(byte first, long second, byte third) {}

    record Wide(long a23456789012345678901234567890, long b23456789012345678901234567890,
            long c23456789012345678901234567890, long d23456789012345678901234567890,
            long e23456789012345678901234567890, long f23456789012345678901234567890, long g) {}

    record WithText(int id, String text) {}

    @SuppressWarnings("ArrayRecordComponent") // What is refused.
    record WithArray(int id, int[] numbers) {}

    record WithBoxed(Integer id) {}

    record Deep(int id, WithText inner) {}

    record Node(int id, Node next) {}

    record Empty() {}

    record Positive(int value) {

        Positive {
            if (value <= 0) {
                throw new IllegalArgumentException("not positive: " + value);
            }
        }
    }

    private record Hidden(int value) {}

    @Test
    void everyPrimitiveTypeIsReadAsItWasWritten() {
        for (All all : List.of(
                new All(true, Byte.MIN_VALUE, Short.MIN_VALUE, Character.MAX_VALUE, Integer.MIN_VALUE, Long.MIN_VALUE,
                        Float.MIN_VALUE, Double.NEGATIVE_INFINITY),
                new All(false, (byte) 1, (short) 2, 'x', 3, 4, 5.5f, 6.5),
                new All(false, (byte) -1, (short) -1, '\0', -1, -1,
                        Float.NaN, -0.0))) {
            assertThat(roundTrip(RecordCodec.of(All.class, MethodHandles.lookup()), all)).isEqualTo(all);
        }
    }

    @Test
    void componentsLieAsInAStructOfTheSameFields() {
        RecordCodec<Padded> codec = RecordCodec.of(Padded.class, MethodHandles.lookup());
        assertThat(codec.slotSize()).isEqualTo(24);
        assertThat(codec.encode(new Padded((byte) 1, 2, (byte) 3), slot)).isEqualTo(24);
        assertThat(hex(24)).isEqualTo("0100000000000000" + "0200000000000000" + "0300000000000000");
        assertThat(codec.layout().byteOffset(PathElement.groupElement("third"))).isEqualTo(16);
    }

    @Test
    void nestedRecordsLieInside() {
        RecordCodec<Box> codec = RecordCodec.of(Box.class, MethodHandles.lookup());
        Box box = new Box((byte) 7, new Point(1, 2), new Point(3, 4), true);
        assertThat(codec.slotSize()).isEqualTo(24);
        codec.encode(box, slot);
        assertThat(hex(24)).isEqualTo("07000000" + "0000803f" + "00000040" + "00004040" + "00008040" + "01000000");
        assertThat(codec.layout().byteOffset(PathElement.groupElement("to"), PathElement.groupElement("y")))
                .isEqualTo(16);
        assertThat(roundTrip(codec, box)).isEqualTo(box);
    }

    @Test
    void nothingIsWrittenBehindTheRecord() {
        RecordCodec.of(All.class, MethodHandles.lookup()).encode(
                new All(true, (byte) 1, (short) 2, 'x', 3, 4, 5, 6), slot);
        assertThat(slot.asSlice(40).toArray(ValueLayout.JAVA_BYTE)).containsOnly(0xEE);
    }

    @Test
    void theContentTypeSaysTheLayout() {
        assertThat(RecordCodec.of(Box.class, MethodHandles.lookup()).contentType()).isEqualTo(
                "application/vnd.reactor-shm.record;layout=\"kind:|i1,from:{x:<f4,y:<f4},to:{x:<f4,y:<f4},valid:|b1\"");
        assertThat(RecordCodec.of(All.class, MethodHandles.lookup()).contentType()).isEqualTo(
                "application/vnd.reactor-shm.record;layout=\"z:|b1,b:|i1,s:<i2,c:<u2,i:<i4,l:<i8,f:<f4,d:<f8\"");
    }

    @Test
    void anotherOrderOrAnotherNameIsAnotherContentTypeButAnotherClassIsNot() {
        String contentType = RecordCodec.of(Padded.class, MethodHandles.lookup()).contentType();
        assertThat(RecordCodec.of(Swapped.class, MethodHandles.lookup()).contentType()).isNotEqualTo(contentType);
        assertThat(RecordCodec.of(Renamed.class, MethodHandles.lookup()).contentType()).isNotEqualTo(contentType);
        assertThat(RecordCodec.of(SameAsPadded.class, MethodHandles.lookup()).contentType()).isEqualTo(contentType);
    }

    @Test
    void aLayoutThatIsTooLongForAContentTypeIsHashed() {
        assertThat(RecordCodec.of(Wide.class, MethodHandles.lookup()).contentType())
                .matches("application/vnd.reactor-shm.record;layout=sha256-[0-9a-f]{64}");
    }

    @Test
    void anUnsupportedComponentIsNamedWithItsType() {
        assertRefused(WithText.class, "component text of record", "WithText is a java.lang.String");
        assertRefused(WithArray.class, "component numbers of record", "WithArray is a int[]");
        assertRefused(WithBoxed.class, "component id of record", "WithBoxed is a java.lang.Integer");
        assertRefused(Deep.class, "component inner.text of record", "WithText is a java.lang.String");
        assertRefused(Node.class, "component next: record", "Node contains itself");
        assertRefused(Empty.class, "Empty has no components");
    }

    @Test
    void aLookupThatDoesNotSeeTheRecordIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RecordCodec.of(Hidden.class, MethodHandles.publicLookup()))
                .withMessageContaining("does not see record " + Hidden.class.getName());
        assertThat(roundTrip(RecordCodec.of(Hidden.class, MethodHandles.lookup()), new Hidden(3)))
                .isEqualTo(new Hidden(3));
    }

    @Test
    void aNullInsideIsNamed() {
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> RecordCodec.of(Box.class, MethodHandles.lookup())
                        .encode(new Box((byte) 1, new Point(1, 2), null, true), slot))
                .withMessageContaining("Point to is null");
    }

    @Test
    void aSlotThatIsTooSmallIsRefusedWithBothSizes() {
        assertThatExceptionOfType(ShmFrameTooLargeException.class)
                .isThrownBy(() -> RecordCodec.of(Padded.class, MethodHandles.lookup())
                        .encode(new Padded((byte) 1, 2, (byte) 3), slot.asSlice(0, 23)))
                .satisfies(e -> assertThat(e.getNeeded()).isEqualTo(24));
        assertThat(slot.toArray(ValueLayout.JAVA_BYTE)).containsOnly(0xEE);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 39, 41, 256})
    void aFrameOfAnotherLengthIsATypedError(long length) {
        assertThatExceptionOfType(ShmCodecException.class)
                .isThrownBy(() -> decode(RecordCodec.of(All.class, MethodHandles.lookup()), slot.asSlice(0, length)))
                .withMessageContaining("All takes 40");
    }

    @Test
    void aBooleanThatIsNeitherZeroNorOneIsATypedErrorThatNamesIt() {
        RecordCodec<All> codec = RecordCodec.of(All.class, MethodHandles.lookup());
        for (int value = -128; value < 128; value++) {
            slot.set(ValueLayout.JAVA_BYTE, 0, (byte) value);
            if (value == 0 || value == 1) {
                assertThat(decode(codec, slot.asSlice(0, 40)).z()).isEqualTo(value == 1);
            } else {
                assertThatExceptionOfType(ShmCodecException.class)
                        .isThrownBy(() -> decode(codec, slot.asSlice(0, 40)))
                        .withMessageContaining("component z is " + slot.get(ValueLayout.JAVA_BYTE, 0));
            }
        }
    }

    @Test
    void whatTheRecordsConstructorRefusesIsATypedErrorWithThatCause() {
        RecordCodec<Positive> codec = RecordCodec.of(Positive.class, MethodHandles.lookup());
        slot.fill((byte) 0);
        assertThatExceptionOfType(ShmCodecException.class).isThrownBy(() -> decode(codec, slot.asSlice(0, 4)))
                .withCauseInstanceOf(IllegalArgumentException.class).withMessageContaining("not positive: 0");
    }

    private <R extends Record> R roundTrip(RecordCodec<R> codec, R value) {
        return decode(codec, slot.asSlice(0, codec.encode(value, slot)).asReadOnly());
    }

    private static <R extends Record> R decode(RecordCodec<R> codec, MemorySegment frame) {
        return codec.decode(frame, (text, cause) -> new ShmCodecException("test", text, cause));
    }

    private static void assertRefused(Class<? extends Record> type, String... texts) {
        assertThatIllegalArgumentException().isThrownBy(() -> RecordCodec.of(type, MethodHandles.lookup()))
                .satisfies(e -> assertThat(e.getMessage()).contains(texts));
    }

    private String hex(long length) {
        return HexFormat.of().formatHex(slot.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE));
    }
}
