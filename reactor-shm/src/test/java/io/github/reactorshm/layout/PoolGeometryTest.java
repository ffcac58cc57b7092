package io.github.reactorshm.layout;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PoolGeometryTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 7, 63, 64, 65, 4095, 7_269_376, 7_269_377, 3_000_000_000L})
    void M7_everySlotIsAlignedAndGuardedForAnySize(long slotSize) {
        PoolGeometry geometry = PoolGeometry.of(5, slotSize);

        assertThat(geometry.slotOffset(0)).isEqualTo(geometry.slotsOffset());
        assertThat(geometry.slotsOffset() % 4096).isZero();
        assertThat(geometry.slotsOffset()).isGreaterThanOrEqualTo(PoolHeader.END);
        for (int slot = 0; slot < 5; slot++) {
            long end = geometry.slotOffset(slot) + slotSize;
            long next = slot < 4 ? geometry.slotOffset(slot + 1) : geometry.fileSize();
            assertThat(geometry.slotOffset(slot) % 64).isZero();
            assertThat(next - end).isBetween(64L, 127L);
        }
    }

    @Test
    void M1_theGuardsDoNotCostTheEighthSlotOf64MiB() {
        assertThat(PoolGeometry.of(8, 7_269_376).fileSize()).isLessThan(64 << 20);
        assertThat(PoolGeometry.of(10, 7_269_376).fileSize()).isGreaterThanOrEqualTo(72_693_760);
    }

    @Test
    void M6_offsetsPass2GiB() {
        PoolGeometry geometry = PoolGeometry.of(300, 7_269_376);

        assertThat(geometry.slotOffset(299)).isEqualTo(8192 + 299L * 7_269_440);
        assertThat(geometry.fileSize()).isEqualTo(8192 + 300L * 7_269_440);
    }

    @ParameterizedTest
    @CsvSource({"0, 64, at least 1 slot", "-1, 64, at least 1 slot", "1, 0, at least 1 byte",
            "1, -9223372036854775808, at least 1 byte", "1, 9223372036854775807, more than a file can have",
            "2, 4611686018427387904, more than a file can have",
            "2147483647, 4294967296, more than a file can have"})
    void S1_impossibleSizesNameTheLimit(int slots, long slotSize, String limit) {
        assertThatIllegalArgumentException().isThrownBy(() -> PoolGeometry.of(slots, slotSize))
                .withMessageContaining(limit);
    }

    @ParameterizedTest
    @CsvSource({"64, 128, 8192, true", "64, 192, 12288, true", "1, 128, 8192, true", "65, 128, 8192, false",
            "64, 127, 8192, false", "64, -64, 8192, false", "64, -9223372036854775808, 8192, false",
            "64, 128, 8191, false", "64, 128, 4096, false", "64, 128, -8192, false", "64, 128, 0, false"})
    void aPeersGeometryIsChecked(long slotSize, long stride, long slotsOffset, boolean valid) {
        if (valid) {
            assertThat(new PoolGeometry(3, slotSize, stride, slotsOffset).fileSize())
                    .isEqualTo(slotsOffset + 3 * stride);
        } else {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new PoolGeometry(3, slotSize, stride, slotsOffset));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 8, Integer.MAX_VALUE, Integer.MIN_VALUE})
    void S4_aSlotThatDoesNotExistHasNoOffset(int slot) {
        PoolGeometry geometry = PoolGeometry.of(8, 64);

        assertThatThrownBy(() -> geometry.slotOffset(slot)).isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessage("slot " + slot + " of 8");
    }
}
