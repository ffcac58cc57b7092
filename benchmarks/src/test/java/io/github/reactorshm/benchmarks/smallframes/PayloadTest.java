package io.github.reactorshm.benchmarks.smallframes;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import io.github.reactorshm.benchmarks.support.BenchmarkException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PayloadTest {

    private final MemorySegment slot = MemorySegment.ofArray(new long[2 * Payload.BYTES / Long.BYTES]);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 4_999_999, Integer.MAX_VALUE})
    void whatIsWrittenIsRead(int value) {
        Payload.write(slot, Payload.BYTES, value);
        assertThat(Payload.read(slot, Payload.BYTES)).isEqualTo(value);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7})
    void aWordOfAnotherFrameIsNoticed(int word) {
        Payload.write(slot, Payload.BYTES, 8);
        long other = slot.getAtIndex(ValueLayout.JAVA_LONG, Payload.BYTES / Long.BYTES + word);
        Payload.write(slot, Payload.BYTES, 9);
        slot.setAtIndex(ValueLayout.JAVA_LONG, Payload.BYTES / Long.BYTES + word, other);
        assertThatThrownBy(() -> Payload.read(slot, Payload.BYTES)).isInstanceOf(BenchmarkException.class)
                .hasMessageContaining("torn");
    }

    @Test
    void allWordsAreUsed() {
        Payload.write(slot, Payload.BYTES, 1);
        assertThat(slot.asSlice(0, Payload.BYTES).toArray(ValueLayout.JAVA_LONG)).containsOnly(0);
        assertThat(slot.asSlice(Payload.BYTES).toArray(ValueLayout.JAVA_LONG)).doesNotContain(0);
    }
}
