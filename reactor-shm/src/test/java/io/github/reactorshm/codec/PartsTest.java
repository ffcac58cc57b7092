package io.github.reactorshm.codec;

import java.util.NoSuchElementException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class PartsTest {

    private static final Tensor TENSOR = Tensor.of(new byte[2], 2);

    @Test
    void partsKeepTheirOrderAndAreFoundByName() {
        Tensor other = Tensor.of(new float[1], 1);
        Parts parts = Parts.of("zebra", TENSOR).and("ape", other);
        assertThat(parts.names()).containsExactly("zebra", "ape");
        assertThat(parts.get("ape")).isSameAs(other);
        assertThat(parts.asMap().keySet()).containsExactly("zebra", "ape");
        assertThat(parts.asMap()).containsEntry("zebra", TENSOR);
        assertThat(parts).hasToString("Parts{zebra=Tensor{|u1 2, 2 bytes}, ape=Tensor{<f4 1, 4 bytes}}");
    }

    @Test
    void addingAPartLeavesTheOthersAsTheyWere() {
        Parts one = Parts.of("a", TENSOR);
        one.and("b", TENSOR);
        assertThat(one.names()).containsExactly("a");
    }

    @Test
    void aMissingPartIsNamedTogetherWithThoseThatThereAre() {
        assertThatExceptionOfType(NoSuchElementException.class)
                .isThrownBy(() -> Parts.of("image", TENSOR).and("points", TENSOR).get("picture"))
                .withMessage("no part is named 'picture'; there are [image, points]");
    }

    @Test
    void aNameComesOnce() {
        assertThatIllegalArgumentException().isThrownBy(() -> Parts.of("image", TENSOR).and("image", TENSOR))
                .withMessage("there is a part named 'image' already");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 256})
    void namesOf1To255BytesAreAllowed(int length) {
        assertThat(Parts.of("x".repeat(255), TENSOR).names()).hasSize(1);
        assertThatIllegalArgumentException().isThrownBy(() -> Parts.of("x".repeat(length), TENSOR))
                .withMessageContaining("1 to 255 bytes as UTF-8, not " + length);
        assertThatIllegalArgumentException().isThrownBy(() -> Parts.of("ä".repeat(128), TENSOR))
                .withMessageContaining("not 256");
    }

    @Test
    void aNameThatIsNoTextIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Parts.of("a\ud800", TENSOR))
                .withMessageContaining("unpaired surrogate");
    }

    @Test
    void thereAreAtMost1024Parts() {
        Parts parts = Parts.of("0", TENSOR);
        for (int i = 1; i < 1024; i++) {
            parts = parts.and(Integer.toString(i), TENSOR);
        }
        Parts all = parts;
        assertThatIllegalArgumentException().isThrownBy(() -> all.and("one more", TENSOR))
                .withMessageContaining("at most 1024");
    }
}
