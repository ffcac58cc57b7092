package io.github.reactorshm.layout;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SplittableRandom;

import io.github.reactorshm.error.ShmException;
import io.github.reactorshm.error.ShmProtocolException;
import io.github.reactorshm.error.ShmVersionMismatchException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PoolHeaderTest {

    private static final long MIN_LONG = Long.MIN_VALUE;

    private final PoolHeader header = new PoolHeader(PoolGeometry.of(8, 7_269_377), 0x0123_4567_89ab_cdefL,
            "image/bgr24", attributes());
    private final long fileSize = header.geometry().fileSize();
    private final MemorySegment segment = Arena.ofAuto().allocate(PoolHeader.RESERVED, Long.BYTES);
    private final ByteBuffer bytes = segment.asByteBuffer().order(ByteOrder.LITTLE_ENDIAN);

    PoolHeaderTest() {
        header.write(segment);
    }

    private static Map<String, String> attributes() {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("width", "1920");
        attributes.put("height", "1080");
        attributes.put("camera", "Münster");
        return attributes;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 4095, 7_269_376, 7_269_377})
    void M7_roundTripForAnySlotSize(long slotSize) {
        PoolHeader written = new PoolHeader(PoolGeometry.of(3, slotSize), -1, "x".repeat(255),
                Map.of("k", "v".repeat(4087)));
        MemorySegment target = MemorySegment.ofArray(new long[PoolHeader.RESERVED / Long.BYTES]);
        written.write(target);

        assertThat(PoolHeader.read(target, written.geometry().fileSize(), "c")).isEqualTo(written);
    }

    @Test
    void M7_everyFieldLiesWhereTheDrawingSaysAndIsNaturallyAligned() {
        assertThat(new byte[]{bytes.get(0), bytes.get(1), bytes.get(7)}).containsExactly('R', 'S', 'L');
        assertThat(bytes.getInt(8)).isEqualTo(1);
        assertThat(bytes.getInt(12)).isEqualTo(11);
        assertThat(bytes.getLong(16)).isEqualTo(0x0123_4567_89ab_cdefL);
        assertThat(bytes.getLong(24)).isEqualTo(8);
        assertThat(bytes.getLong(32)).isEqualTo(7_269_440 + 64);
        assertThat(bytes.getLong(40)).isEqualTo(7_269_377);
        assertThat(bytes.getLong(48)).isEqualTo(8192);
        assertThat(bytes.getInt(56)).isEqualTo(Attributes.encode(attributes()).length);
        assertThat(bytes.get(64)).isEqualTo((byte) 'i');
        assertThat(bytes.getInt(320)).isEqualTo("width".length());
        assertThat(PoolHeader.read(segment, fileSize, "c").attributes()).containsExactlyEntriesOf(attributes());
    }

    @Test
    void textsOutsideTheLimitsAreRefusedBeforeAnythingIsWritten() {
        PoolGeometry geometry = PoolGeometry.of(1, 1);

        assertThatIllegalArgumentException().isThrownBy(() -> new PoolHeader(geometry, 1, "", Map.of()))
                .withMessageContaining("1 to 255");
        assertThatIllegalArgumentException().isThrownBy(() -> new PoolHeader(geometry, 1, "é".repeat(128), Map.of()))
                .withMessageContainingAll("1 to 255", "256");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PoolHeader(geometry, 1, "x", Map.of("k", "v".repeat(5000))))
                .withMessageContaining("4096");
    }

    @Test
    void S8_anotherVersionIsNamedBeforeAnythingElseIsLookedAt() {
        bytes.putInt(8, 7);
        bytes.putLong(24, -1);

        assertThatThrownBy(() -> PoolHeader.read(segment, fileSize, "camera-0"))
                .isInstanceOfSatisfying(ShmVersionMismatchException.class, e -> {
                    assertThat(e.getExpected()).isEqualTo(1);
                    assertThat(e.getFound()).isEqualTo(7);
                });
    }

    @ParameterizedTest
    @CsvSource({"0, 0, begins with", "24, 0, at least 1 slot", "24, -1, at least 1 slot", "24, 9, header says",
            "24, 4294967304, 4294967304 slots", "32, 7269505, multiple of 64", "32, 7269440, multiple of 64",
            "32, " + Long.MAX_VALUE + ", multiple of 64", "32, " + MIN_LONG + ", multiple of 64",
            "32, 4611686018427387904, more than a file", "40, 0, at least 1 byte", "40, " + MIN_LONG + ", 1 byte",
            "40, " + Long.MAX_VALUE + ", multiple of 64", "48, 0, begin at", "48, 4096, begin at",
            "48, 8193, begin at", "48, 12288, header says", "48, -8192, begin at"})
    void S4_aFieldOutsideItsRangeIsNamed(int offset, long value, String text) {
        bytes.putLong(offset, value);

        assertThatThrownBy(() -> PoolHeader.read(segment, fileSize, "camera-0"))
                .isInstanceOf(ShmProtocolException.class).hasMessageContainingAll("camera-0", text);
    }

    @ParameterizedTest
    @CsvSource({"12, 0", "12, 256", "12, -1", "12, 2147483647", "56, -1", "56, 4097", "56, -2147483648", "56, 1"})
    void S4_aTextsLengthIsChecked(int offset, int value) {
        bytes.putInt(offset, value);

        assertThatThrownBy(() -> PoolHeader.read(segment, fileSize, "camera-0"))
                .isInstanceOf(ShmProtocolException.class).hasMessageContaining(value + " bytes");
    }

    @Test
    void aFileOfAnotherSizeOrShorterThanAHeaderIsRefused() {
        assertThatThrownBy(() -> PoolHeader.read(segment, fileSize - 1, "c")).isInstanceOf(ShmProtocolException.class)
                .hasMessageContainingAll(Long.toString(fileSize - 1), Long.toString(fileSize));
        assertThatThrownBy(() -> PoolHeader.read(segment, fileSize + 1, "c")).isInstanceOf(ShmProtocolException.class);
        assertThatThrownBy(() -> PoolHeader.read(segment.asSlice(0, 100), fileSize, "c"))
                .isInstanceOf(ShmProtocolException.class).hasMessageContaining("100");
        assertThatThrownBy(() -> PoolHeader.read(segment.asSlice(0, 0), 0, "c"))
                .isInstanceOf(ShmProtocolException.class);
    }

    @Test
    void S4_mutatedHeadersGiveTypedErrorsOnly() {
        SplittableRandom random = new SplittableRandom(4);
        byte[] clean = segment.toArray(ValueLayout.JAVA_BYTE);
        int refused = 0;
        for (int round = 0; round < 200_000; round++) {
            bytes.put(0, clean);
            int mutations = random.nextInt(1, 4);
            for (int i = 0; i < mutations; i++) {
                mutate(random);
            }
            try {
                PoolHeader read = PoolHeader.read(segment, fileSize, "c");
                PoolGeometry geometry = read.geometry();
                assertThat(geometry.slotOffset(geometry.slots() - 1) + geometry.slotSize()).isLessThan(fileSize);
            } catch (ShmException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(100_000, 199_999);
    }

    private void mutate(SplittableRandom random) {
        int offset = random.nextBoolean() ? random.nextInt(64) : random.nextInt(64, 400);
        switch (random.nextInt(4)) {
            case 0 -> bytes.put(offset, (byte) random.nextInt());
            case 1 -> bytes.putInt(offset & ~3, random.nextInt());
            case 2 -> bytes.putLong(offset & ~7, random.nextLong());
            default -> bytes.putLong(offset & ~7, random.nextLong() >> random.nextInt(64));
        }
    }
}
