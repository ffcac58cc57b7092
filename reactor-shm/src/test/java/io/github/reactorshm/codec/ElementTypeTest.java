package io.github.reactorshm.codec;

import java.lang.foreign.MemorySegment;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class ElementTypeTest {

    @ParameterizedTest
    @CsvSource({"BOOL,|b1", "INT8,|i1", "UINT8,|u1", "INT16,<i2", "UINT16,<u2", "INT32,<i4", "UINT32,<u4", "INT64,<i8",
            "UINT64,<u8", "FLOAT16,<f2", "FLOAT32,<f4", "FLOAT64,<f8", "COMPLEX64,<c8", "COMPLEX128,<c16"})
    void namesAreThoseOfNumPyAndEndInTheSize(ElementType type, String dtype) {
        assertThat(type.dtype()).isEqualTo(dtype);
        assertThat(type.byteSize()).isEqualTo(Long.parseLong(dtype.substring(2)));
        assertThat(type.layout().byteSize()).isEqualTo(type.byteSize());
    }

    @ParameterizedTest
    @EnumSource
    void typesAreFoundByNameAndByCode(ElementType type) {
        assertThat(ElementType.of(type.dtype())).isSameAs(type);
        assertThat(ElementType.find(type.code())).isSameAs(type);
    }

    @Test
    void theCodeIsTheNameInAscii() {
        byte[] frame = {'<', 'c', '1', '6', 0, 0, 0, 0};
        assertThat(MemorySegment.ofArray(frame).get(LittleEndian.LONG, 0)).isEqualTo(ElementType.COMPLEX128.code());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "f4", ">f4", "=f4", "<f4 ", "<F4", "|u2", "<i1", "|O8", "<U8", "<f16", "float32"})
    void otherNamesAreRefusedAndTheMessageListsThoseThatThereAre(String dtype) {
        assertThatIllegalArgumentException().isThrownBy(() -> ElementType.of(dtype))
                .withMessageContaining("'" + dtype + "'").withMessageContaining("|u1, <i2, <u2, <i4")
                .withMessageContaining("<c16");
    }
}
