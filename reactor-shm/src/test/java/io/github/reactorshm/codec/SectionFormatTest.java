package io.github.reactorshm.codec;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

import io.github.reactorshm.error.ShmFrameTooLargeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class SectionFormatTest {

    private final MemorySegment slot = Arena.ofAuto().allocate(4096, 64).fill((byte) 0xEE);

    @Test
    void aTensorsFrameIsToTheByteWhatIsDocumented() {
        long length = TensorCodec.ofSlotSize(0).encode(Tensor.of(new float[]{1, -2}, 2, 1), slot);
        assertThat(hex(length)).isEqualTo(ascii("RSHTENS1") + "01000000" + "00000000"
                + ascii("<f4") + "0000000000" + "02000000" + "00000000"
                + "0200000000000000" + "0100000000000000" + "00".repeat(16)
                + "0000803f" + "000000c0");
    }

    @Test
    void aFrameOfPartsIsToTheByteWhatIsDocumented() {
        Parts parts = Parts.of("ä", Tensor.of(new byte[]{1, 2, 3}, 3))
                .and("twelve bytes", Tensor.of(new double[]{1}));
        long length = PartsCodec.ofSlotSize(0).encode(parts, slot);
        assertThat(hex(length)).isEqualTo(ascii("RSHPART1") + "02000000" + "00000000"
                + ascii("|u1") + "0000000000" + "01000000" + "02000000" + "0300000000000000" + "c3a4" + "000000000000"
                + ascii("<f8") + "0000000000" + "00000000" + "0c000000" + ascii("twelve bytes") + "00000000"
                + "00".repeat(48)
                + "010203" + "00".repeat(61)
                + "000000000000f03f");
    }

    @Test
    void theSizeIsKnownBeforeAnythingIsWritten() {
        assertThat(TensorCodec.frameSize(ElementType.FLOAT32, 65_536, 4)).isEqualTo(64 + 65_536 * 16);
        assertThat(TensorCodec.frameSize(ElementType.UINT8, 1, 1, 1, 1)).isEqualTo(64 + 1);
        assertThat(TensorCodec.frameSize(ElementType.UINT8, 1, 1, 1, 1, 1)).isEqualTo(128 + 1);
        assertThat(TensorCodec.of(ElementType.INT16, 7).slotSize()).isEqualTo(64 + 14);
        Parts parts = Parts
                .of("image", Tensor.writing(ElementType.UINT8, SectionFormatTest::unexpected, 1080, 1920, 3))
                .and("points", Tensor.writing(ElementType.FLOAT32, SectionFormatTest::unexpected, 65_536, 4));
        assertThat(PartsCodec.frameSize(parts)).isEqualTo(128 + 7_269_376);
        assertThat(PartsCodec.of(parts).slotSize()).isEqualTo(128 + 7_269_376);
    }

    @Test
    void everySectionIs64ByteAlignedAndNothingIsWrittenBehindTheEnd() {
        List<Long> addresses = new ArrayList<>();
        Parts parts = Parts.of("0", writing(addresses, 0));
        for (int size = 1; size < 70; size += 9) {
            parts = parts.and(Integer.toString(size), writing(addresses, size));
        }
        long length = PartsCodec.ofSlotSize(0).encode(parts, slot);
        assertThat(addresses).hasSize(9).allMatch(address -> address % 64 == 0);
        assertThat(length).isEqualTo(PartsCodec.frameSize(parts));
        assertThat(slot.asSlice(length).toArray(ValueLayout.JAVA_BYTE)).containsOnly(0xEE);
    }

    @ParameterizedTest
    @EnumSource
    void aWriterIsGivenExactlyItsSectionOfTheSlot(ElementType type) {
        List<MemorySegment> sections = new ArrayList<>();
        Tensor tensor = Tensor.writing(type, sections::add, 3);
        long length = TensorCodec.ofSlotSize(0).encode(tensor, slot);
        MemorySegment section = sections.getFirst();
        assertThat(section.byteSize()).isEqualTo(3 * type.byteSize());
        assertThat(section.address()).isEqualTo(slot.address() + length - section.byteSize());
        assertThat(section.isReadOnly()).isFalse();
    }

    @Test
    void writersAreCalledOnceForEachFrameInTheOrderOfTheParts() {
        List<String> calls = new ArrayList<>();
        Parts parts = Parts.of("z", Tensor.writing(ElementType.UINT8, s -> calls.add("z"), 1)).and("a",
                Tensor.writing(ElementType.UINT8, s -> calls.add("a"), 1));
        PartsCodec.ofSlotSize(0).encode(parts, slot);
        PartsCodec.ofSlotSize(0).encode(parts, slot);
        assertThat(calls).containsExactly("z", "a", "z", "a");
    }

    @Test
    void whatDoesNotFitIsRefusedWithBothSizesBeforeAnythingIsWritten() {
        Tensor tensor = Tensor.writing(ElementType.UINT8, SectionFormatTest::unexpected, 4033);
        assertThatExceptionOfType(ShmFrameTooLargeException.class)
                .isThrownBy(() -> TensorCodec.ofSlotSize(0).encode(tensor, slot))
                .satisfies(e -> assertThat(e.getNeeded()).isEqualTo(4097))
                .satisfies(e -> assertThat(e.getSlotSize()).isEqualTo(4096));
        assertThat(slot.toArray(ValueLayout.JAVA_BYTE)).containsOnly(0xEE);
    }

    @Test
    void theLargestPartsHaveASizeThatIsStillANumber() {
        Tensor largest = Tensor.writing(ElementType.UINT8, SectionFormatTest::unexpected, 1L << 50);
        Parts parts = Parts.of("0", largest);
        for (int i = 1; i < Parts.MAX_PARTS; i++) {
            parts = parts.and(Integer.toString(i), largest);
        }
        assertThat(PartsCodec.frameSize(parts)).isGreaterThan(1L << 60);
    }

    private static Tensor writing(List<Long> addresses, int size) {
        return Tensor.writing(ElementType.UINT8, section -> addresses.add(section.address()), size);
    }

    private static void unexpected(MemorySegment section) {
        throw new AssertionError("was asked to write " + section);
    }

    private String hex(long length) {
        return HexFormat.of().formatHex(slot.asSlice(0, length).toArray(ValueLayout.JAVA_BYTE));
    }

    private static String ascii(String text) {
        return HexFormat.of().formatHex(text.getBytes(StandardCharsets.US_ASCII));
    }
}
