package io.github.reactorshm.codec;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class TensorTest {

    @Test
    void elementsLieInCOrder() {
        Tensor tensor = Tensor.of(new float[]{0, 1, 2, 10, 11, 12}, 2, 3);
        assertThat(tensor.getDouble(0, 2)).isEqualTo(2);
        assertThat(tensor.getDouble(1, 0)).isEqualTo(10);
        assertThat(tensor.offset(1, 2)).isEqualTo(20);
        assertThat(tensor.strides()).containsExactly(12, 4);
        assertThat(tensor.elementCount()).isEqualTo(6);
        assertThat(tensor.byteSize()).isEqualTo(24);
    }

    @Test
    void arraysAreNotCopiedAndHaveTheTypeOfTheirElements() {
        int[] numbers = {1, 2};
        Tensor tensor = Tensor.of(numbers, 2);
        numbers[1] = 7;
        assertThat(tensor.getLong(1)).isEqualTo(7);
        assertThat(tensor.type()).isEqualTo(ElementType.INT32);
        assertThat(Tensor.of(new byte[1], 1).type()).isEqualTo(ElementType.UINT8);
        assertThat(Tensor.of(new short[1], 1).type()).isEqualTo(ElementType.INT16);
        assertThat(Tensor.of(new long[1], 1).type()).isEqualTo(ElementType.INT64);
        assertThat(Tensor.of(new float[1], 1).type()).isEqualTo(ElementType.FLOAT32);
        assertThat(Tensor.of(new double[1], 1).type()).isEqualTo(ElementType.FLOAT64);
    }

    @Test
    void theShapeCannotBeChangedFromOutside() {
        long[] shape = {2, 1};
        Tensor tensor = Tensor.of(new byte[2], shape);
        shape[0] = 99;
        tensor.shape()[0] = 99;
        tensor.strides()[0] = 99;
        assertThat(tensor.shape()).containsExactly(2, 1);
        assertThat(tensor.strides()).containsExactly(1, 1);
    }

    @Test
    void aTensorWithoutDimensionsIsOneElement() {
        Tensor tensor = Tensor.of(new double[]{2.5});
        assertThat(tensor.shape()).isEmpty();
        assertThat(tensor.elementCount()).isEqualTo(1);
        assertThat(tensor.getDouble()).isEqualTo(2.5);
    }

    @Test
    void aDimensionOfZeroMeansNoElements() {
        Tensor tensor = Tensor.of(new float[0], 3, 0, 5);
        assertThat(tensor.elementCount()).isZero();
        assertThat(tensor.byteSize()).isZero();
        assertThat(tensor.strides()).containsExactly(20, 20, 4);
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> tensor.getDouble(0, 0, 0));
    }

    @ParameterizedTest
    @CsvSource({"BOOL,0,0", "BOOL,1,1", "INT8,-1,-1", "UINT8,-1,255", "INT16,-1,-1", "UINT16,-1,65535", "INT32,-1,-1",
            "UINT32,-1,4294967295", "INT64,-1,-1", "UINT64,-1,-1"})
    void wholeNumbersKeepTheirSign(ElementType type, long bits, long expected) {
        assertThat(tensor(type, bits).getLong(0)).isEqualTo(expected);
        assertThat(tensor(type, bits).getLong(1)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"BOOL,1,1", "INT8,-2,-2", "UINT8,-1,255", "UINT16,-1,65535", "UINT32,-1,4294967295", "INT64,-3,-3",
            "UINT64,-1,1.8446744073709552E19", "UINT64,-9223372036854775808,9.223372036854775808E18",
            "UINT64,-9223372036854774783,9.223372036854777856E18", "FLOAT16,15360,1", "FLOAT16,64512,-Infinity",
            "FLOAT32,1069547520,1.5", "FLOAT64,4611686018427387904,2"})
    void everyRealNumberIsReadAsDoubleRoundedOnce(ElementType type, long bits, double expected) {
        assertThat(tensor(type, bits).getDouble(0)).isEqualTo(expected);
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT16", "FLOAT32", "FLOAT64", "COMPLEX64", "COMPLEX128"})
    void otherNumbersAreNotReadAsWholeOnes(ElementType type) {
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> tensor(type, 0).getLong(0))
                .withMessageContaining(type.dtype());
    }

    @ParameterizedTest
    @EnumSource(names = {"COMPLEX64", "COMPLEX128"})
    void complexNumbersAreNotReadAsOne(ElementType type) {
        assertThatExceptionOfType(UnsupportedOperationException.class).isThrownBy(() -> tensor(type, 0).getDouble(0))
                .withMessageContaining(type.dtype());
    }

    @Test
    void segmentsOfAnyAlignmentAreRead() {
        MemorySegment odd = MemorySegment.ofArray(new byte[17]).asSlice(1);
        odd.set(LittleEndian.DOUBLE, 8, 4.5);
        assertThat(Tensor.of(ElementType.FLOAT64, odd, 2).getDouble(1)).isEqualTo(4.5);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 2, Long.MAX_VALUE, Long.MIN_VALUE})
    void anIndexOutsideItsDimensionIsRefused(long index) {
        Tensor tensor = Tensor.of(new byte[6], 3, 2);
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> tensor.getLong(1, index))
                .withMessageContaining("index " + index + " in dimension 1 of a tensor of |u1 3x2");
    }

    @Test
    void aWrongNumberOfIndicesIsRefused() {
        Tensor tensor = Tensor.of(new byte[6], 3, 2);
        assertThatExceptionOfType(IndexOutOfBoundsException.class).isThrownBy(() -> tensor.getLong(1))
                .withMessageContaining("1 indices [1] for a tensor of |u1 3x2");
    }

    @Test
    void dataOfAnotherSizeThanTheShapesAreRefusedWithBothSizes() {
        assertThatIllegalArgumentException().isThrownBy(() -> Tensor.of(new float[5], 2, 3))
                .withMessage("a tensor of <f4 2x3 takes 24 bytes, the data have 20");
    }

    @Test
    void negativeDimensionsAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Tensor.of(new float[6], -2, -3))
                .withMessageContaining("dimension 1 is -3");
    }

    @ParameterizedTest
    @CsvSource({"4294967296,4294967296", "9223372036854775807,2", "0,9223372036854775807", "3037000500,3037000500",
            "1125899906842625,1", "4611686018427387904,4"})
    void shapesWhoseSizeOverflowsAreRefusedAlsoIfAnotherDimensionIsZero(long first, long second) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tensor.of(ElementType.UINT8, MemorySegment.NULL, first, second))
                .withMessage("a tensor of |u1 %d%s%d takes more than 1125899906842624 bytes", first, "x", second);
    }

    @Test
    void thereAreAtMost32Dimensions() {
        long[] ones = new long[32];
        Arrays.fill(ones, 1);
        assertThat(Tensor.of(new byte[1], ones).getLong(new long[32])).isZero();
        assertThatIllegalArgumentException().isThrownBy(() -> Tensor.of(new byte[1], new long[33]))
                .withMessage("a tensor has at most 32 dimensions, not 33");
    }

    @ParameterizedTest
    @EnumSource
    void aCopyHasTheSameElementsInMemoryOfItsOwn(ElementType type) {
        Tensor copy;
        MemorySegment random;
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment data = arena.allocate(6 * type.byteSize(), 64);
            for (long i = 0; i < data.byteSize(); i++) {
                data.set(ValueLayout.JAVA_BYTE, i, (byte) (i * 31 + 1));
            }
            random = MemorySegment.ofArray(data.toArray(ValueLayout.JAVA_BYTE));
            copy = Tensor.of(type, data.asReadOnly(), 2, 3).copy();
        }
        assertThat(copy.type()).isEqualTo(type);
        assertThat(copy.shape()).containsExactly(2, 3);
        assertThat(copy.data().mismatch(random)).isEqualTo(-1);
        assertThat(copy.data().isReadOnly()).isFalse();
    }

    @Test
    void aCopyLiesInAnArrayOfTheElementsType() {
        float[] numbers = {1, 2, 3};
        assertThat(Tensor.of(numbers, 3).copy().data().heapBase()).contains(numbers).get().isNotSameAs(numbers);
        Tensor complex = Tensor.of(ElementType.COMPLEX128, MemorySegment.ofArray(new double[]{1, 2, 3, 4}), 2);
        assertThat(complex.copy().data().heapBase()).contains(new double[]{1, 2, 3, 4});
    }

    @Test
    void aTensorThatIsWrittenWhenEncodedHasNoData() {
        Tensor tensor = Tensor.writing(ElementType.UINT16, section -> section.fill((byte) 1), 4);
        assertThat(tensor.byteSize()).isEqualTo(8);
        assertThatIllegalStateException().isThrownBy(tensor::data).withMessageContaining("<u2 4");
        assertThatIllegalStateException().isThrownBy(tensor::copy);
        assertThatIllegalStateException().isThrownBy(() -> tensor.getLong(0));
        assertThat(tensor).hasToString("Tensor{<u2 4, 8 bytes, written when encoded}");
    }

    @Test
    void equalityIsIdentity() {
        byte[] data = {1};
        assertThat(Tensor.of(data, 1)).isNotEqualTo(Tensor.of(data, 1));
    }

    @Test
    void theTextSaysTypeShapeAndSize() {
        assertThat(Tensor.of(new float[8], 2, 4)).hasToString("Tensor{<f4 2x4, 32 bytes}");
        assertThat(Tensor.of(new float[1])).hasToString("Tensor{<f4 scalar, 4 bytes}");
    }

    private static Tensor tensor(ElementType type, long firstBits) {
        MemorySegment data = MemorySegment.ofArray(new byte[(int) (2 * type.byteSize())]);
        for (long i = 0; i < Math.min(Long.BYTES, type.byteSize()); i++) {
            data.set(ValueLayout.JAVA_BYTE, i, (byte) (firstBits >>> (Byte.SIZE * i)));
        }
        return Tensor.of(type, data, 2);
    }
}
