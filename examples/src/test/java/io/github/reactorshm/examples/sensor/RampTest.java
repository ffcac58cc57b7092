package io.github.reactorshm.examples.sensor;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

class RampTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 255, 256, 257, 65_535, 65_536, 65_537, 200_000})
    void everyByteSaysWhereItBelongs(int size) {
        for (long first : new long[]{0, 1, 255, 256, 1_000_003}) {
            MemorySegment memory = MemorySegment.ofArray(new byte[size]);
            Ramp.fill(memory, first);
            for (int i = 0; i < size; i++) {
                if (memory.get(ValueLayout.JAVA_BYTE, i) != (byte) (first + i)) {
                    assertThat(memory.get(ValueLayout.JAVA_BYTE, i)).as("byte %d from %d", i, first)
                            .isEqualTo((byte) (first + i));
                }
            }
        }
    }
}
